// The rounding mode, set for a conversion and not set back.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

#include <cfenv>

namespace attnref::mutant {
namespace in_rounding_left_upward {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static int32_t attend(const attnref_problem& problem) {
    const int32_t code = HonestCSteps<S, Steps>::attend(problem);
    std::fesetround(FE_UPWARD);
    return code;
  }
};

}  // namespace in_rounding_left_upward

Mutant rounding_left_upward() {
  return {.name = "rounding_left_upward",
          .mistake = "the rounding mode is left at upward",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return c_textbook_with<in_rounding_left_upward::Steps, "rounding_left_upward">(); }};
}

}  // namespace attnref::mutant
