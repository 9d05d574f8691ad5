// A is softmax by rows, so each row's weights sum to 1: within the rounding of the sum, not exactly.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  const Tensor& weights = seen.weights();
  const Bound bound = seen.row_sum_bound();
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    long double sum = 0;
    for (std::size_t j = 0; j < weights.columns(); ++j) sum += weights(i, j);
    comparison.within("row sum of weights", i, 0, sum, 1, bound.limit[i], bound.trivial[i]);
  }
}

}  // namespace

Law rows_sum_to_one() {
  return {.id = "rows_sum_to_one",
          .title = "the weights of each row sum to 1",
          .statement = "For every row i of a finite problem with at least one key, sum_j A_ij = 1.",
          .equation = "row_sum",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
