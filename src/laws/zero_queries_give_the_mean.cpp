// q = 0 makes all scores of a row 0 and all weights 1/n, however large the keys are. Catches keys that are left out or
// counted twice, padding that counts, and scores that anything but the query enters.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

/// q = 0, or W^Q = 0.
Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  Tensor& queries = problem.at(problem.projected() ? Part::wq : Part::q);
  std::fill(queries.values.begin(), queries.values.end(), 0.0);
  return problem;
}

Measured mean_of_column(const Enclosed& values, std::size_t c) {
  Measured sum;
  for (std::size_t j = 0; j < values.rows; ++j)
    sum = sum + Measured{values.mid[values.at(j, c)], values.rad[values.at(j, c)]};
  return sum / Measured{static_cast<long double>(values.rows), 0};
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  const Measured share = Measured{1, 0} / Measured{static_cast<long double>(problem.sizes().t_k), 0};
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, seen.weight(i, j), share, seen.trivial_weight(i, j));
    }
  }
  for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
    const Measured mean = mean_of_column(seen.truth(Part::values), c);
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
      comparison.agree("output", i, c, seen.output(i, c), mean, seen.trivial_output(i, c));
    }
  }
}

}  // namespace

Law zero_queries_give_the_mean() {
  return {.id = "zero_queries_give_the_mean",
          .title = "zero queries give the mean of the values",
          .statement =
              "If every query is 0 (with projections: if W^Q = 0) and the keys are finite, at least one, then "
              "A_ij = 1/t_k and Y_ic is the mean of v_jc over the keys j.",
          .equation = "uniform_mean",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
