// Columns first: Y is right, A is its own mirror image.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_transposed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    const Table<S> weights = results.weights;
    if (weights.rows != weights.columns) return results;
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t j = 0; j < weights.columns; ++j) results.weights(i, j) = weights(j, i);
    }
    return results;
  }
};

}  // namespace in_weights_transposed

Mutant weights_transposed() {
  return {.name = "weights_transposed",
          .mistake = "a square map of weights is returned transposed",
          .named_law = "weights_are_what_identity_values_read",
          .make = [] { return textbook_with<in_weights_transposed::Steps>("weights_transposed"); }};
}

}  // namespace attnref::mutant
