// An exponential with a short range.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exponent_clamped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp(difference < -20 ? -20 : difference); }
};

}  // namespace in_exponent_clamped

Mutant exponent_clamped() {
  return {.name = "exponent_clamped",
          .mistake = "exponents below -20 are taken for -20",
          .named_law = "a_far_key_copies_its_value",
          .make = [] { return textbook_with<in_exponent_clamped::Steps>("exponent_clamped"); }};
}

}  // namespace attnref::mutant
