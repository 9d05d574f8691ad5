// Stretching all vectors by c multiplies the scores by c^2, and d log A_ii / d beta = s_ii - sum_j A_ij s_ij >= 0 for
// scores beta s wherever s_ii is the row's maximum: a mean is at most a maximum. A maximum that is one only up to e
// costs at most (c^2 - 1) e in the logarithm. Without the hypothesis it is false: x = 1, 2 loses A_00 as it grows.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "generators/unprojected.hpp"

#include <optional>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  return within_regimes(equal_lengths(spec), {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied});
}

Problem draw(const Spec& spec) {
  const bool one_length = stream(spec, "one length").chance(0.5);
  return unprojected_problem(spec, one_length ? draw_vectors_of_one_length(spec) : draw_vectors(spec));
}

Problem stretched(const Problem& problem, double factor) {
  Problem longer = problem;
  for (const Part part : {Part::x, Part::q, Part::k, Part::v}) {
    if (Tensor* found = longer.tensors.find(part)) *found = times(factor, *found);
  }
  return longer;
}

/// By how much a score of row i may exceed the diagonal's; none where one certainly does.
std::optional<long double> most_excess_over_diagonal(const Enclosed& scores, std::size_t i) {
  const std::size_t own = scores.at(i, i);
  long double most = 0;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const std::size_t other = scores.at(i, j);
    const long double excess = scores.mid[other] - scores.mid[own];
    const long double radius = scores.rad[other] + scores.rad[own];
    if (excess > radius) return std::nullopt;
    if (j != i && excess + radius > most) most = excess + radius;
  }
  return most;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const double factor = stream(spec, "stretch").chance(0.5) ? 2 : 4;
  const Observation shorter = subject.attend(problem, {Part::weights});
  const Observation longer = subject.attend(stretched(problem, factor), {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    const auto excess = most_excess_over_diagonal(shorter.truth()[Part::scores], i);
    if (!excess) continue;
    const Measured after = longer.weight(i, i) * exponential_of_slack((factor * factor - 1) * *excess);
    const Measured before = shorter.weight(i, i);
    comparison.at_least("weight of itself, stretched", i, i, after, before, shorter.trivial_weight(i, i));
  }
}

}  // namespace

Law longer_vectors_tighten_the_diagonal() {
  return {.id = "longer_vectors_tighten_the_diagonal",
          .title = "longer vectors tighten the diagonal",
          .statement =
              "With Q = K = X and a positive scale, in every row i where x_i.x_i >= x_i.x_j for all j (as at equal "
              "lengths), A_ii does not fall when X becomes c X with c > 1.",
          .equation = "tightening",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
