// What is received is the caller's: scaling q in place or building scores over k changes the caller's next result.
// Compared to the last bit with what was asked, after everything that the backend offers was asked for.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Problem after_call = subject.answer(problem, subject.offered())->problem;
  const bool form_changed = after_call.projected() && !problem.projected();
  const Problem asked = form_changed ? as_projected(problem, after_call.sizes().d_model) : problem;
  const Tensors& after = after_call.tensors;
  for (const auto& [part, before] : asked.tensors) {
    const Tensor* found = after.find(part);
    comparison.require(found != nullptr, std::string(name_of(part)) + ": no longer there after the call");
    if (found) comparison.same_bits(name_of(part), *found, before);
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
