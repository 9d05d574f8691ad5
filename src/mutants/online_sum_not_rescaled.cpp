// An online softmax in tiles of 4 keys: when the maximum grows, the sum so far keeps its old shift.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_online_sum_not_rescaled {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    S maximum = -std::numeric_limits<S>::infinity();
    S total = 0;
    for (std::size_t first = 0; first < n; first += 4) {
      const std::size_t last = std::min(first + 4, n);
      maximum = std::max(maximum, Steps::shift(scores + first, last - first));
      for (std::size_t j = first; j < last; ++j) total += std::exp(scores[j] - maximum);
    }
    for (std::size_t j = 0; j < n; ++j) weights[j] = std::exp(scores[j] - maximum) / total;
  }
};

}  // namespace in_online_sum_not_rescaled

Mutant online_sum_not_rescaled() {
  return {.name = "online_sum_not_rescaled",
          .mistake = "a new running maximum does not rescale the denominator",
          .named_law = "blocks_merge_by_their_weights",
          .make = [] { return textbook_with<in_online_sum_not_rescaled::Steps>("online_sum_not_rescaled"); }};
}

}  // namespace attnref::mutant
