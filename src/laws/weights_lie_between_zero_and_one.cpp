// A weight is one of several non-negative numbers over their sum. Follows from the exponential being positive and from
// the rows' sums; stated by itself because it is the first thing that a reader of A relies on.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      const Measured weight = seen.weight(i, j);
      comparison.at_least("weights", i, j, weight, {0, 0}, seen.trivial_weight(i, j));
      comparison.at_most("weights", i, j, weight, {1, 0}, seen.trivial_weight(i, j));
    }
  }
}

}  // namespace

Law weights_lie_between_zero_and_one() {
  return {.id = "weights_lie_between_zero_and_one",
          .title = "weights lie between 0 and 1",
          .statement = "For every finite problem 0 <= A_ij <= 1.",
          .equation = "weight_range",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
