// A kernel that works with exp2 hands out its own units.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_lse_in_base_2 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S log_sum_exp(const S* scores, std::size_t n) {
    return HonestSteps<S, Steps<S>>::log_sum_exp(scores, n) / std::log(S{2});
  }
};

}  // namespace in_lse_in_base_2

Mutant lse_in_base_2() {
  return {.name = "lse_in_base_2",
          .mistake = "log-sum-exp is a logarithm to base 2",
          .named_law = "log_sum_exp_normalises_the_scores",
          .make = [] { return textbook_with<in_lse_in_base_2::Steps>("lse_in_base_2"); }};
}

}  // namespace attnref::mutant
