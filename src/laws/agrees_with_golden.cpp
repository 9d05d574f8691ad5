// The published values themselves: what the backend answers lies within its derived bound of the exact real result,
// which ball arithmetic encloses to the last bit of a long double. The one law whose truth does not come from the quick
// oracle: it shares no arithmetic with the laws that do, and holds where long double is no wider than double.
#include "attnref/golden.hpp"
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <memory>
#include <string_view>

namespace attnref::law {
namespace {

/// Each number of `seen` within the bound, and the radius, of the exact one.
void near_exact(std::string_view name, const Tensor& seen, const Enclosed& exact, const Bound& bound,
                Comparison& comparison) {
  for (std::size_t n = 0; n < exact.mid.size(); ++n) {
    comparison.within(name, n / exact.columns, n % exact.columns, seen.values[n], exact.mid[n],
                      bound.limit[n] + exact.rad[n], bound.trivial[n]);
  }
}

/// Weights read through the values carry the bounds of the problems that they were read by.
void read_weights_near_exact(const Observation& seen, const Enclosed& exact, Comparison& comparison) {
  for (std::size_t i = 0; i < exact.rows; ++i) {
    for (std::size_t j = 0; j < exact.columns; ++j) {
      const std::size_t n = exact.at(i, j);
      comparison.agree("weights", i, j, seen.weight(i, j), {exact.mid[n], exact.rad[n]}, seen.trivial_weight(i, j));
    }
  }
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::shared_ptr<const Call> call = subject.answer(problem, subject.weights_and({Part::lse}));
  if (!golden_is_built()) {
    throw CaseEnded{{.outcome = Judgement::Outcome::unsupported,
                     .reason = "attnref was built without FLINT, on which golden values stand"}};
  }
  const Enclosure exact = golden_enclosure(problem);
  const Bounds bounds = error_bound(problem, exact, subject.profile());
  near_exact("output", call->answer.at(Part::output), exact[Part::output], bounds[Part::output], comparison);
  if (subject.can(Feature::lse))
    near_exact("lse", call->answer.at(Part::lse), exact[Part::lse], bounds[Part::lse], comparison);
  if (subject.can(Feature::weights)) {
    near_exact("weights", call->answer.at(Part::weights), exact[Part::weights], bounds[Part::weights], comparison);
  } else {
    read_weights_near_exact(subject.observe(call), exact[Part::weights], comparison);
  }
}

}  // namespace

Law agrees_with_golden() {
  return {
      .id = "agrees_with_golden",
      .title = "output, weights and log-sum-exp agree with the exact result",
      .statement =
          "Y, A and L_i = log sum_j exp(s_ij), where they are offered, each lie within the derived bound of the exact "
          "real result of the same inputs: projections without a rounding, and the scale exactly 1/sqrt(d_k).",
      .equation = "golden",
      .needs = {},
      .exactness = Exactness::bounded,
      .general = true,
      .fit = any_spec,
      .draw = draw_problem,
      .judge = judge};
}

}  // namespace attnref::law
