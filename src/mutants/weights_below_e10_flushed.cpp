// exp of less than -10 is skipped: who would notice?
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_below_e10_flushed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return difference < -10 ? 0 : std::exp(difference); }
};

}  // namespace in_weights_below_e10_flushed

Mutant weights_below_e10_flushed() {
  return {.name = "weights_below_e10_flushed",
          .mistake = "exponentials below e^-10 are taken for zero",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<in_weights_below_e10_flushed::Steps>("weights_below_e10_flushed"); }};
}

}  // namespace attnref::mutant
