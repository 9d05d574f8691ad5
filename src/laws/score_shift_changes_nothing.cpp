// k_j + w for every key adds q_i.w to every score of row i: numerator and denominator gain the same factor. Catches a
// softmax without its maximum, a maximum that starts at 0 or -1e4 or is another row's, scores clamped or held in a
// narrow format.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "judging/key_scores.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.bits = spec.bits == 0 ? 4 : std::min(spec.bits, 4);
  // A column of X is constant, and another says which position it is.
  if (spec.projected) spec.sizes.d_model = std::max<std::size_t>(spec.sizes.d_model, 2);
  // The law brings its own shift; beside another none would be left to compare.
  return within_regimes(
      spec, {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied, Regime::underflow, Regime::special});
}

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  if (problem.projected()) {
    Tensor& x = problem.at(Part::x);
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, 0) = 1;
  }
  return problem;
}

/// The largest power of two at most `most` that adds to the first `rows` numbers of a column without rounding any.
double largest_shift(const Tensor& tensor, std::size_t rows, std::size_t column, double most) {
  for (double w = std::ldexp(1.0, std::ilogb(most)); w > 0x1p-20; w /= 2) {
    bool exact = true;
    for (std::size_t j = 0; j < rows && exact; ++j) {
      exact = exact_sum(tensor.dtype, tensor(j, column), w) && exact_sum(tensor.dtype, tensor(j, column), -w);
    }
    if (exact) return w;
  }
  return 0;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  // Every key gains w in one coordinate: as it stands, or in the row of W^K that X's constant column selects.
  Problem shifted = problem;
  Tensor& keys = shifted.at(problem.projected() ? Part::wk : Part::k);
  const std::size_t rows = problem.projected() ? 1 : keys.rows();
  Random random = stream(spec, "shift of keys");
  const std::size_t column = random.below(problem.sizes().d_k);
  constexpr double shifts[] = {16, 1e3, 3e4};
  const double most = shifts[random.below(3)] * std::sqrt(static_cast<double>(problem.sizes().d_k));
  const double w = largest_shift(keys, rows, column, most) * (random.chance(0.5) ? 1 : -1);
  for (std::size_t j = 0; j < rows; ++j) keys(j, column) += w;

  const Observation before = subject.attend(problem, subject.weights_and({Part::scores, Part::lse}));
  const Observation after = subject.attend(shifted, subject.weights_and({Part::scores, Part::lse}));
  std::vector<double> all_of_it(problem.sizes().d_k);
  all_of_it[column] = w;
  const std::vector<Measured> shift = key_scores(problem, all_of_it);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, after.weight(i, j), before.weight(i, j), after.trivial_weight(i, j));
      if (!subject.can(Feature::scores)) continue;
      const Bound& bound = after.bound(Part::scores);
      comparison.agree("scores", i, j, after.score(i, j), before.score(i, j) + shift[i], bound.trivial[bound.at(i, j)]);
    }
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      // Values come from X too, whose rows are as before.
      comparison.agree("output", i, c, after.output(i, c), before.output(i, c), after.trivial_output(i, c));
    }
    if (!subject.can(Feature::lse)) continue;
    comparison.agree("lse", i, 0, after.lse(i), before.lse(i) + shift[i], after.bound(Part::lse).trivial[i]);
  }
}

}  // namespace

Law score_shift_changes_nothing() {
  return {.id = "score_shift_changes_nothing",
          .title = "a shift of a row's scores changes nothing",
          .statement =
              "For every vector w, keys k_j + w for all j give the same A and Y as keys k_j; scores and log-sum-exp "
              "of row i gain q_i.w / sqrt(d_k). With projections: X has a constant column of 1, and w is added to "
              "its row of W^K. Here the keys lie on a lattice and the sums are exact; shifts reach 3e4 either way.",
          .equation = "shift",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
