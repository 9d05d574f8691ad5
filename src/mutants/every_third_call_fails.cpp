// A pool of buffers that runs out.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_every_third_call_fails {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static int32_t attend(const attnref_problem& problem) {
    static thread_local int calls = 0;
    return ++calls % 3 == 0 ? int32_t{ATTNREF_FAILED} : HonestCSteps<S, Steps>::attend(problem);
  }
};

}  // namespace in_every_third_call_fails

Mutant every_third_call_fails() {
  return {.name = "every_third_call_fails",
          .mistake = "every third call returns a number for failed",
          .named_law = "same_call_same_answer",
          .make = [] { return c_textbook_with<in_every_third_call_fails::Steps, "every_third_call_fails">(); }};
}

}  // namespace attnref::mutant
