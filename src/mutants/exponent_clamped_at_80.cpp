// A guard of exp in f32, left on in f64.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exponent_clamped_at_80 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp(difference < -80 ? -80 : difference); }
};

}  // namespace in_exponent_clamped_at_80

Mutant exponent_clamped_at_80() {
  return {.name = "exponent_clamped_at_80",
          .mistake = "exponents below -80 are taken for -80",
          .named_law = "log_sum_exp_normalises_the_scores",
          .make = [] { return textbook_with<in_exponent_clamped_at_80::Steps>("exponent_clamped_at_80"); }};
}

}  // namespace attnref::mutant
