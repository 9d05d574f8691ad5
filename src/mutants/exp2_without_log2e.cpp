// The fast exponential of the processor has base 2.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exp2_without_log2e {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return std::exp2(difference); }
};

}  // namespace in_exp2_without_log2e

Mutant exp2_without_log2e() {
  return {.name = "exp2_without_log2e",
          .mistake = "exp(x) is computed as exp2(x)",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_exp2_without_log2e::Steps>("exp2_without_log2e"); }};
}

}  // namespace attnref::mutant
