// Split along the keys, and merged with each half's maximum where its log-sum-exp belongs.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_halves_merged_by_maxima {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const std::size_t half = n / 2;
    if (half == 0) return HonestSteps<S, Steps>::softmax_row(scores, weights, n);
    HonestSteps<S, Steps>::softmax_row(scores, weights, half);
    HonestSteps<S, Steps>::softmax_row(scores + half, weights + half, n - half);
    const S lead = Steps::shift(scores, half) - Steps::shift(scores + half, n - half);
    for (std::size_t j = 0; j < n; ++j) weights[j] /= 1 + std::exp(j < half ? -lead : lead);
  }
};

}  // namespace in_halves_merged_by_maxima

Mutant halves_merged_by_maxima() {
  return {.name = "halves_merged_by_maxima",
          .mistake = "the keys' two halves are merged in proportion to the exponentials of their maxima",
          .named_law = "blocks_merge_by_their_weights",
          .make = [] { return textbook_with<in_halves_merged_by_maxima::Steps>("halves_merged_by_maxima"); }};
}

}  // namespace attnref::mutant
