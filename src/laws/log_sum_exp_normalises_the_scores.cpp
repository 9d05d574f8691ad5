// A_ij = exp(s_ij - L_i) is what makes L the log-sum-exp of the scores, and what a backward pass recomputes the weights
// by. It ties three outputs to each other. Catches a base-2 logarithm, scores returned before their scale, and an L
// that lacks the maximum.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::lse, Part::scores, Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, seen.weight(i, j), exp(seen.score(i, j) - seen.lse(i)),
                       seen.trivial_weight(i, j));
    }
  }
}

}  // namespace

Law log_sum_exp_normalises_the_scores() {
  return {.id = "log_sum_exp_normalises_the_scores",
          .title = "the log-sum-exp normalises the scores",
          .statement =
              "For every finite problem A_ij = exp(s_ij - L_i), with s the scores after their scale and L the natural "
              "logarithm of the sum of their exponentials, by rows.",
          .equation = "log_sum_exp",
          .needs = {Feature::lse, Feature::scores},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
