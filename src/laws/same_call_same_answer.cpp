// Attention is a function: one input has one answer. A backend that declares itself deterministic is held to its bits,
// any other to its bound, within which another order of summation may move it. Catches races and uninitialised numbers.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  // What a deterministic backend returns is the same; of another the weights are, which may have to be read.
  const PartSet asked = subject.describe().deterministic ? subject.offered() : subject.weights_and(computed_outputs);
  const auto first = subject.answer(problem, asked);
  comparison.repeats(subject, first, subject.answer(problem, asked));
}

}  // namespace

Law same_call_same_answer() {
  return {.id = "same_call_same_answer",
          .title = "the same call has the same answer",
          .statement =
              "Two calls with the same problem, one after the other, have the same answer in every output: to the "
              "last bit where the backend declares itself deterministic, within both bounds elsewhere.",
          .equation = "function",
          .needs = {},
          .exactness = Exactness::bounded,
          .of_state = true,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
