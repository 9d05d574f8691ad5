// Exponentials are summed in base e, and their sum's logarithm is taken in base 2. One key's sum is 1, so it shows
// where sums are merged.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_lse_merged_in_base_2 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S log_sum_exp(const S* scores, std::size_t n) {
    const S shift = Steps::shift(scores, n);
    const S log_of_sum = HonestSteps<S, Steps<S>>::log_sum_exp(scores, n) - shift;
    return shift + log_of_sum / std::log(S{2});
  }
};

}  // namespace in_lse_merged_in_base_2

Mutant lse_merged_in_base_2() {
  return {.name = "lse_merged_in_base_2",
          .mistake = "log-sum-exp is the maximum plus a logarithm to base 2: right for one key alone",
          .named_law = "blocks_merge_by_their_weights",
          .make = [] { return textbook_with<in_lse_merged_in_base_2::Steps>("lse_merged_in_base_2"); }};
}

}  // namespace attnref::mutant
