// One key has weight e / e = 1, whatever its score. A kernel whose e is exactly 1 returns v bit for bit; one that forms
// (e v) / e with another e (a shift that is not the maximum, a scale fused into the exponent) rounds twice, or thrice
// by the reciprocal. So the derived bound is claimed, which for one key holds a few roundings and no term of a score.
// The log-sum-exp is the score. Catches padding that counts, maps whose rows are not shares, T = 1 taken for another
// case, and a log-sum-exp of other scores.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

/// One key; one query too where it is self-attention, and elsewhere in half of the cases.
Spec fit(Spec spec) {
  spec.sizes.t_k = 1;
  if (spec.projected || stream(spec, "one query").chance(0.5)) spec.sizes.t_q = 1;
  return spec;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, subject.weights_and({Part::lse}));
  const Enclosed &values = seen.truth(Part::values), &scores = seen.truth(Part::scores);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    comparison.agree("weights", i, 0, seen.weight(i, 0), {1, 0}, seen.trivial_weight(i, 0));
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, seen.output(i, c), {values.mid[c], values.rad[c]}, seen.trivial_output(i, c));
    }
    if (seen.outputs().contains(Part::lse)) {
      comparison.agree("log-sum-exp", i, 0, seen.lse(i), {scores.mid[i], scores.rad[i]},
                       seen.bounds()[Part::lse].trivial[i]);
    }
  }
}

}  // namespace

Law single_key_returns_its_value() {
  return {.id = "single_key_returns_its_value",
          .title = "a single key returns its value",
          .statement =
              "If there is one key and its score is finite, A_i0 = 1 and Y_ic = v_0c for every query i; and "
              "the log-sum-exp, where it is given, is the score: L_i = s_i0.",
          .equation = "single_key",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
