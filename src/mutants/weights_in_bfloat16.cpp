// Stored narrower than declared, and used so.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_in_bfloat16 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S total) {
    int exponent = 0;
    const S fraction = std::frexp(exponential / total, &exponent);
    return std::isfinite(fraction) ? std::ldexp(std::round(fraction * 256), exponent - 8) : fraction;
  }
};

}  // namespace in_weights_in_bfloat16

Mutant weights_in_bfloat16() {
  return {.name = "weights_in_bfloat16",
          .mistake = "weights are rounded to 8 bits",
          .named_law = "duplicated_keys_share_their_weight",
          .make = [] { return textbook_with<in_weights_in_bfloat16::Steps>("weights_in_bfloat16"); }};
}

}  // namespace attnref::mutant
