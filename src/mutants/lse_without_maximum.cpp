// The logarithm of the denominator, of whatever shift it has.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_lse_without_maximum {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S log_sum_exp(const S* scores, std::size_t n) {
    return HonestSteps<S, Steps<S>>::log_sum_exp(scores, n) - Steps::shift(scores, n);
  }
};

}  // namespace in_lse_without_maximum

Mutant lse_without_maximum() {
  return {.name = "lse_without_maximum",
          .mistake = "the maximum is not added back to log-sum-exp",
          .named_law = "log_sum_exp_normalises_the_scores",
          .make = [] { return textbook_with<in_lse_without_maximum::Steps>("lse_without_maximum"); }};
}

}  // namespace attnref::mutant
