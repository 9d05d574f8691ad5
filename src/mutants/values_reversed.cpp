// An index counted down where it should be counted up.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_values_reversed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> reversed = values;
    for (std::size_t j = 0; j < values.rows; ++j) {
      for (std::size_t c = 0; c < values.columns; ++c) reversed(j, c) = values(values.rows - 1 - j, c);
    }
    return Steps::product(weights, reversed);
  }
};

}  // namespace in_values_reversed

Mutant values_reversed() {
  return {.name = "values_reversed",
          .mistake = "values are read from the last to the first",
          .named_law = "permuting_positions_permutes_the_answer",
          .make = [] { return textbook_with<in_values_reversed::Steps>("values_reversed"); }};
}

}  // namespace attnref::mutant
