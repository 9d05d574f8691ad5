// With lengths apart the row does not go to the longest vector, but to the j that maximises x_i.x_j = |x_i||x_j| cos:
// softmax keeps the order of the scores. By Cauchy and Schwarz x_i.x_j <= x_i.x_i where |x_j| <= |x_i|, so that a
// diagonal loses only to a strictly longer vector, and the longest wins its own row.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  return within_regimes(equal_lengths(spec), {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied});
}

Problem draw(const Spec& spec) { return unprojected_problem(spec, draw_vectors(spec)); }

/// The key with the largest score in row i.
std::size_t winner(const Enclosed& scores, std::size_t i) {
  std::size_t best = 0;
  for (std::size_t j = 1; j < scores.columns; ++j) {
    if (scores.mid[scores.at(i, j)] > scores.mid[scores.at(i, best)]) best = j;
  }
  return best;
}

/// By how much s_ij may exceed s_ik, 0 if it cannot.
long double most_excess(const Enclosed& scores, std::size_t i, std::size_t j, std::size_t k) {
  const long double high = scores.mid[scores.at(i, j)] + scores.rad[scores.at(i, j)];
  const long double low = scores.mid[scores.at(i, k)] - scores.rad[scores.at(i, k)];
  return high > low ? high - low : 0;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  const Enclosed& scores = seen.truth()[Part::scores];
  const auto at_least = [&](std::string_view what, std::size_t i, std::size_t k, std::size_t j, long double slack) {
    const Measured larger = seen.weight(i, k) * exponential_of_slack(slack);
    const Measured other = seen.weight(i, j);
    comparison.at_least(what, i, j, larger, other, seen.trivial_weight(i, k));
  };
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    const std::size_t best = winner(scores, i);
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      at_least("weight of the largest product", i, best, j, most_excess(scores, i, j, best));
      at_least("weight of itself", i, i, j, most_log_odds_against_itself(seen.truth(), i, j));
    }
  }
}

}  // namespace

Law longest_vector_wins_its_own_row() {
  return {.id = "longest_vector_wins_its_own_row",
          .title = "a diagonal loses only to a longer vector",
          .statement =
              "With Q = K = X and a positive scale, the largest weight of row i is at a j that maximises x_i.x_j, and "
              "A_ij <= A_ii e^((|x_j|^2 - |x_i|^2) / (2 sqrt(d_k))). Hence A_ii >= A_ij wherever |x_j| <= |x_i|, and "
              "the longest vector wins its own row.",
          .equation = "longest_wins",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
