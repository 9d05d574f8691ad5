// Without projections a vector resembles itself most: by Cauchy and Schwarz x_i.x_j <= |x_i||x_j| = x_i.x_i where
// lengths are equal, so the diagonal is a maximum of its row. It is one of several where vectors repeat. Equal lengths
// are exact on a lattice; elsewhere they differ by roundings, and the slack that follows from them is allowed for.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  return within_regimes(equal_lengths(spec), {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied});
}

Problem draw(const Spec& spec) { return unprojected_problem(spec, draw_vectors_of_one_length(spec)); }

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      const long double slack = most_log_odds_against_itself(seen.truth(), i, j);
      const Measured own = seen.weight(i, i) * exponential_of_slack(slack);
      const Measured other = seen.weight(i, j);
      comparison.at_least("weight of itself", i, j, own, other, seen.trivial_weight(i, i));
    }
  }
}

}  // namespace

Law diagonal_dominates_when_unprojected_with_equal_norms() {
  return {.id = "diagonal_dominates_when_unprojected_with_equal_norms",
          .title = "without projections and at equal lengths the diagonal dominates",
          .statement =
              "With Q = K = X, a positive scale and |x_i| = |x_j| for all i and j, A_ii >= A_ij. Equal vectors tie. "
              "Where lengths differ by roundings, A_ii e^((|x_j|^2 - |x_i|^2) / (2 sqrt(d_k))) >= A_ij.",
          .equation = "diagonal_dominates",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
