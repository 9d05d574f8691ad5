// What is received is the caller's: scaling q in place or building scores over k changes the caller's next result.
// Compared to the last bit with what was asked, after everything that the backend offers was asked for.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, subject.offered());
  const bool form_changed = seen.problem().projected() && !problem.projected();
  const Problem asked = form_changed ? as_projected(problem, seen.problem().sizes.d_model) : problem;
  const Tensors& after = seen.problem().tensors;
  for (const auto& [name, before] : asked.tensors) {
    const auto found = after.find(name);
    comparison.require(found != after.end(), name + ": no longer there after the call");
    if (found != after.end()) comparison.same_bits(name, found->second, before);
  }
}

}  // namespace

Law inputs_are_untouched() {
  return {.id = "inputs_are_untouched",
          .title = "inputs are never written to",
          .statement = "After a call every input holds the bits that it held before.",
          .equation = "inputs_const",
          .needs = {},
          .exactness = Exactness::exact,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
