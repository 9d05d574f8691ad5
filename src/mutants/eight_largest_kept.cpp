// Top-k attention, k = 8; ties at the border are kept.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>
#include <functional>

namespace attnref::mutant {
namespace in_eight_largest_kept {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    std::vector<S> kept(scores, scores + n);
    if (n > 8) {
      std::nth_element(kept.begin(), kept.begin() + 7, kept.end(), std::greater<>());
      const S border = kept[7];
      kept.assign(scores, scores + n);
      for (S& score : kept) score = score < border ? -std::numeric_limits<S>::infinity() : score;
    }
    HonestSteps<S, Steps<S>>::softmax_row(kept.data(), weights, n);
  }
};

}  // namespace in_eight_largest_kept

Mutant eight_largest_kept() {
  return {.name = "eight_largest_kept",
          .mistake = "all but the eight largest weights of a row are dropped",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<in_eight_largest_kept::Steps>("eight_largest_kept"); }};
}

}  // namespace attnref::mutant
