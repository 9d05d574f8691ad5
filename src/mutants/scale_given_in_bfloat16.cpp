// Parameters travel in bf16, the scale among them: every pair of scales that differ by a power of two still agrees.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_given_in_bfloat16 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    if (given) return static_cast<S>(round_to(Dtype::bf16, static_cast<double>(*given)));
    return 1 / std::sqrt(static_cast<S>(sizes.d_k));
  }
};

}  // namespace in_scale_given_in_bfloat16

Mutant scale_given_in_bfloat16() {
  return {.name = "scale_given_in_bfloat16",
          .mistake = "the caller's scale is rounded to bf16",
          .named_law = "explicit_scale_is_taken",
          .make = [] { return textbook_with<in_scale_given_in_bfloat16::Steps>("scale_given_in_bfloat16"); }};
}

}  // namespace attnref::mutant
