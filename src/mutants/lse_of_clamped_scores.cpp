// The map is right; what is kept for the backward pass was sanitised.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_lse_of_clamped_scores {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S log_sum_exp(const S* scores, std::size_t n) {
    constexpr S most = std::numeric_limits<S>::max();
    std::vector<S> clamped(scores, scores + n);
    for (S& score : clamped) score = std::clamp(score, -most, most);
    return HonestSteps<S, Steps<S>>::log_sum_exp(clamped.data(), n);
  }
};

}  // namespace in_lse_of_clamped_scores

Mutant lse_of_clamped_scores() {
  return {.name = "lse_of_clamped_scores",
          .mistake = "infinite scores are the largest finite number to the log-sum-exp, and to nothing else",
          .named_law = "infinity_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_lse_of_clamped_scores::Steps>("lse_of_clamped_scores"); }};
}

}  // namespace attnref::mutant
