// The constant was folded into a half-precision literal.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exp2_with_log2e_in_half {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp2(static_cast<S>(1.4423828125) * difference); }
};

}  // namespace in_exp2_with_log2e_in_half

Mutant exp2_with_log2e_in_half() {
  return {.name = "exp2_with_log2e_in_half",
          .mistake = "exp(x) is computed as exp2(1.4423828125 x)",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_exp2_with_log2e_in_half::Steps>("exp2_with_log2e_in_half"); }};
}

}  // namespace attnref::mutant
