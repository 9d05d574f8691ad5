// Y = A^T V: what each position gives is taken for what it gets.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_attends_by_columns {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    if (weights.rows != weights.columns) return Steps::product(weights, values);
    Table<S> transposed(weights.rows, weights.columns);
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t j = 0; j < weights.columns; ++j) transposed(i, j) = weights(j, i);
    }
    return Steps::product(transposed, values);
  }
};

}  // namespace in_attends_by_columns

Mutant attends_by_columns() {
  return {.name = "attends_by_columns",
          .mistake = "a square map of weights meets the values transposed",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<in_attends_by_columns::Steps>("attends_by_columns"); }};
}

}  // namespace attnref::mutant
