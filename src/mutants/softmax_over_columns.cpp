// The wrong axis: every key spreads itself over the queries.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_softmax_over_columns {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    Table<S> weights(scores.rows, scores.columns);
    std::vector<S> column(scores.rows), softened(scores.rows);
    for (std::size_t j = 0; j < scores.columns; ++j) {
      for (std::size_t i = 0; i < scores.rows; ++i) column[i] = scores(i, j);
      Steps::softmax_row(column.data(), softened.data(), column.size());
      for (std::size_t i = 0; i < scores.rows; ++i) weights(i, j) = softened[i];
    }
    return weights;
  }
};

}  // namespace in_softmax_over_columns

Mutant softmax_over_columns() {
  return {.name = "softmax_over_columns",
          .mistake = "softmax runs over columns instead of rows",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<in_softmax_over_columns::Steps>("softmax_over_columns"); }};
}

}  // namespace attnref::mutant
