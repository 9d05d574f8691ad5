// Split along the keys, merged without the masses of the parts.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_halves_averaged {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const std::size_t half = n / 2;
    if (half == 0) return HonestSteps<S, Steps<S>>::softmax_row(scores, weights, n);
    HonestSteps<S, Steps<S>>::softmax_row(scores, weights, half);
    HonestSteps<S, Steps<S>>::softmax_row(scores + half, weights + half, n - half);
    for (std::size_t j = 0; j < n; ++j) weights[j] /= 2;
  }
};

}  // namespace in_halves_averaged

Mutant halves_averaged() {
  return {.name = "halves_averaged",
          .mistake = "the keys' two halves are merged with weight 1/2 each",
          .named_law = "blocks_merge_by_their_weights",
          .make = [] { return textbook_with<in_halves_averaged::Steps>("halves_averaged"); }};
}

}  // namespace attnref::mutant
