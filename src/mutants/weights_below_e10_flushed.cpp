// exp of less than -10 is skipped: who would notice?
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S difference) { return difference < -10 ? 0 : std::exp(difference); }
};

}  // namespace

Mutant weights_below_e10_flushed() {
  return {.name = "weights_below_e10_flushed",
          .mistake = "exponentials below e^-10 are taken for zero",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<Steps>("weights_below_e10_flushed"); }};
}

}  // namespace attnref::mutant
