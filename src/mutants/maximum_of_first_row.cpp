// The maximum is hoisted out of the loop over rows.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_maximum_of_first_row {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    Table<S> weights(scores.rows, scores.columns);
    const S first = scores.rows > 0 ? Steps::shift(scores.values.data(), scores.columns) : 0;
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < scores.columns; ++j) weights(i, j) = std::exp(scores(i, j) - first);
      const S total = Steps::total(Steps::row(weights, i), scores.columns);
      for (std::size_t j = 0; j < scores.columns; ++j) weights(i, j) /= total;
    }
    return weights;
  }
};

}  // namespace in_maximum_of_first_row

Mutant maximum_of_first_row() {
  return {.name = "maximum_of_first_row",
          .mistake = "the first row's maximum serves all rows",
          .named_law = "a_row_depends_on_its_query_alone",
          .make = [] { return textbook_with<in_maximum_of_first_row::Steps>("maximum_of_first_row"); }};
}

}  // namespace attnref::mutant
