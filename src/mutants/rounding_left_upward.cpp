// The rounding mode, set for a conversion and not set back.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

#include <cfenv>

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static int32_t attend(const attnref_problem& problem) {
    const int32_t code = HonestCSteps<S, Steps>::attend(problem);
    std::fesetround(FE_UPWARD);
    return code;
  }
};

}  // namespace

Mutant rounding_left_upward() {
  return {.name = "rounding_left_upward",
          .mistake = "the rounding mode is left at upward",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return c_textbook_with<Steps, "rounding_left_upward">(); }};
}

}  // namespace attnref::mutant
