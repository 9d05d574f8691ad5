// A cache whose key is the shape.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_stale_answer_when_length_repeats {

struct Caching {
  Textbook honest = honest_textbook("stale_answer_when_length_repeats");
  Problem last;
  Reply answer;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    const bool same = problem.sizes() == last.sizes() && problem.dtype() == last.dtype() &&
                      problem.wanted == last.wanted && problem.projected() == last.projected();
    if (!same) {
      answer = honest.attend(problem);
      last = problem;
    }
    return answer;
  }
};

}  // namespace in_stale_answer_when_length_repeats

Mutant stale_answer_when_length_repeats() {
  return {.name = "stale_answer_when_length_repeats",
          .mistake = "a problem of the sizes of the last one gets its answer",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return AnyBackend(in_stale_answer_when_length_repeats::Caching{}); }};
}

}  // namespace attnref::mutant
