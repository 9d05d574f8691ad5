// Attention keeps no state. P, another P' of the same sizes or longer, P again: the third answer is the first, and P'
// has the answer of its own inputs. Catches buffers that are not cleared, or that show a larger call's numbers where a
// smaller one writes none, caches keyed by a size or an address, and stale answers, which same_call_same_answer cannot
// see.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

/// The next length that the backend takes, if it is not much longer: what a case costs was estimated from its own
/// length.
std::size_t somewhat_longer(std::size_t t, std::size_t more, const AxisConstraint& lengths) {
  const std::optional<std::size_t> longer = lengths.at_least(t + more);
  return longer && *longer <= 2 * (t + more) ? *longer : t;
}

/// Of the same form and regime, with numbers of its own; in a third of the cases longer, as far as the backend takes
/// longer ones.
Problem another(Spec spec, const AxisConstraint& lengths) {
  Random random = stream(spec, "another");
  const std::size_t more = random.below(3) == 0 ? 1 + random.below(8) : 0;
  for (std::size_t* t : {&spec.sizes.t_q, &spec.sizes.t_k}) *t = somewhat_longer(*t, more, lengths);
  spec.seed = mix(spec.seed);
  return draw_problem(spec);
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  // What a deterministic backend returns is the same; of another the weights are, which may have to be read.
  const PartSet asked = subject.describe().deterministic ? subject.offered() : subject.weights_and(computed_outputs);
  const auto first = subject.answer(problem, asked);
  const auto between = subject.answer(another(spec, subject.describe().constraints.t), subject.offered());
  const auto again = subject.answer(problem, asked);
  comparison.repeats(subject, first, again);
  // A backend that is wrong about P itself is wrong without any trace, and what it says of P' is no sign of one.
  Comparison at_once;
  at_once.near_truth(subject.observe(first));
  if (at_once.judgement().outcome != Judgement::Outcome::violated) comparison.near_truth(subject.observe(between));
}

}  // namespace

Law earlier_calls_leave_no_trace() {
  return {.id = "earlier_calls_leave_no_trace",
          .title = "earlier calls leave no trace",
          .statement =
              "Of problems P and P', of the same sizes or P' longer, asked in the order P, P', P, the third answer is "
              "the first "
              "(to the last bit where the backend declares itself deterministic, within both bounds elsewhere), "
              "and the second is that of P' if the first is that of P.",
          .equation = "stateless",
          .needs = {},
          .exactness = Exactness::bounded,
          .of_state = true,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
