// Scores without projections are symmetric; weights are not.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_symmetrised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    const Table<S> weights = HonestSteps<S, Steps<S>>::softmax(scores);
    if (weights.rows != weights.columns) return weights;
    Table<S> symmetric = weights;
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t j = 0; j < weights.columns; ++j) symmetric(i, j) = (weights(i, j) + weights(j, i)) / 2;
    }
    return symmetric;
  }
};

}  // namespace in_weights_symmetrised

Mutant weights_symmetrised() {
  return {.name = "weights_symmetrised",
          .mistake = "a square map of weights is replaced by (A + A^T) / 2",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<in_weights_symmetrised::Steps>("weights_symmetrised"); }};
}

}  // namespace attnref::mutant
