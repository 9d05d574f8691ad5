// log2(e) = 1.442695..., cut to five digits.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exp2_with_short_log2e {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp2(static_cast<S>(1.4427) * difference); }
};

}  // namespace in_exp2_with_short_log2e

Mutant exp2_with_short_log2e() {
  return {.name = "exp2_with_short_log2e",
          .mistake = "exp(x) is computed as exp2(1.4427 x)",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_exp2_with_short_log2e::Steps>("exp2_with_short_log2e"); }};
}

}  // namespace attnref::mutant
