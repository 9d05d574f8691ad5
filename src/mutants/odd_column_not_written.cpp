// Two columns a store, and no store for the last one.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_odd_column_not_written {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output = Steps::product(weights, values);
    const std::size_t last = output.columns - 1;
    if (output.columns < 3 || output.columns % 2 == 0) return output;
    for (std::size_t i = 0; i < output.rows; ++i) output(i, last) = 0;
    return output;
  }
};

}  // namespace in_odd_column_not_written

Mutant odd_column_not_written() {
  return {.name = "odd_column_not_written",
          .mistake = "the last of an odd number of output columns stays zero",
          .named_law = "values_enter_column_by_column",
          .make = [] { return textbook_with<in_odd_column_not_written::Steps>("odd_column_not_written"); }};
}

}  // namespace attnref::mutant
