// Where queries are keys, s_ij = q_i.q_j / sqrt(d_k) = s_ji; the weights are not symmetric, since each row has its own
// sum. A backend that keeps its scores to itself still shows them beside a null key, whose score is 0: s_ij = log A_ij
// / A_i0, so that A_ij A_j0 = A_ji A_i0. BLAS gives asymmetric bits, except where all sums are exact.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  // Two positions and the null one.
  spec.sizes.t_q = std::max<std::size_t>(spec.sizes.t_q, 3);
  return within_regimes(equal_lengths(spec), {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied});
}

/// The last position is null: its query and its key are zero.
Problem draw(const Spec& spec) {
  Problem problem = draw_symmetric(spec);
  for (const Part part : {Part::x, Part::q, Part::k}) {
    const auto found = problem.tensors.find(part);
    if (!found) continue;
    Tensor& tensor = (*found);
    for (std::size_t c = 0; c < tensor.columns(); ++c) tensor(tensor.rows() - 1, c) = 0;
  }
  return problem;
}

void compare_scores(const Observation& seen, bool exact, Comparison& comparison) {
  const Tensor& scores = seen[Part::scores];
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (exact) {
        comparison.equal("scores", i, j, seen.score(i, j), seen.score(j, i));
      } else {
        comparison.agree("scores", i, j, seen.score(i, j), seen.score(j, i),
                         seen.bounds()[Part::scores].trivial[seen.bounds()[Part::scores].at(i, j)]);
      }
    }
  }
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, subject.weights_and({Part::scores}));
  if (subject.can(Feature::scores)) compare_scores(seen, scores_are_exact(problem), comparison);
  const std::size_t null = problem.sizes().t_k - 1;
  // A few partners of each position: the pairs of a long sequence are many.
  for (std::size_t i = 0; i < null; ++i) {
    Random random = stream(spec, "partners", i);
    for (int n = 0; n < 4; ++n) {
      const std::size_t j = random.below(null);
      if (j == i) continue;
      comparison.agree("odds against a null key, crosswise", i, j, seen.weight(i, j) * seen.weight(j, null),
                       seen.weight(j, i) * seen.weight(i, null));
    }
  }
}

}  // namespace

Law scores_are_symmetric_when_queries_equal_keys() {
  return {.id = "scores_are_symmetric_when_queries_equal_keys",
          .title = "scores are symmetric when queries equal keys",
          .statement =
              "If Q = K (no projections, or W^Q = W^K), s_ij = s_ji; and with a key k_0 = 0, A_ij A_j0 = A_ji A_i0. "
              "Scores that are returned are equal exactly where every sum is exact and 1/sqrt(d_k) is a power of two.",
          .equation = "symmetric_scores",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
