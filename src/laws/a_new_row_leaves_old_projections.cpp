// When text is generated X gains a row, and Q, K and V gain one each: row i of X W is x_i W, whatever follows. So the
// old queries, keys and values stay (exactly where every sum is exact; BLAS gives other bits for other shapes), and old
// rows of A keep their odds, since only their denominators grow.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "judging/largest_of_row.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_q = std::max<std::size_t>(spec.sizes.t_q, 2);
  return projected(spec);
}

/// The longest allowed length below t.
std::size_t shorter_length(std::size_t t, const AxisConstraint& allowed) {
  for (std::size_t length = t - 1; length > 0; --length) {
    if (allowed.allows(length)) return length;
  }
  throw CaseEnded{{.outcome = Judgement::Outcome::unsupported, .reason = "takes no shorter sequence"}};
}

void compare_projections(const Observation& before, const Observation& after, bool exact, Comparison& comparison) {
  for (const Part part : {Part::queries, Part::keys, Part::values}) {
    const Observation::Numbers old = before.numbers(part), now = after.numbers(part);
    for (std::size_t i = 0; i < old.rows(); ++i) {
      for (std::size_t c = 0; c < old.columns(); ++c) {
        if (exact) {
          comparison.equal(name_of(part), i, c, now(i, c), old(i, c));
        } else {
          comparison.agree(name_of(part), i, c, now(i, c), old(i, c), old.trivial(i, c));
        }
      }
    }
  }
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::size_t length = shorter_length(problem.sizes().t_q, subject.describe().constraints.t);
  const Problem shorter = self_attention_problem(rows_in_order(problem.at(Part::x), in_order(length)),
                                                 problem.at(Part::wq), problem.at(Part::wk), problem.at(Part::wv));
  const auto projections = subject.offered({Part::queries, Part::keys, Part::values});
  const Observation before = subject.attend(shorter, subject.weights_and(projections));
  const Observation after = subject.attend(problem, subject.weights_and(projections));
  if (!projections.empty()) compare_projections(before, after, sums_are_exact(problem), comparison);
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t k = largest_of_row(before.weights(), i);
    for (std::size_t j = 0; j < length; ++j) {
      comparison.agree("odds of old weights, crosswise", i, j, after.weight(i, j) * before.weight(i, k),
                       after.weight(i, k) * before.weight(i, j), after.weight(i, k).value);
    }
  }
}

}  // namespace

Law a_new_row_leaves_old_projections() {
  return {.id = "a_new_row_leaves_old_projections",
          .title = "a new row of X leaves the old queries, keys and values",
          .statement =
              "If X' is X with rows appended and the projections stay, the first T rows of Q, K and V stay, and for "
              "i, j, k < T the odds do: A'_ij A_ik = A'_ik A_ij. Projections that are returned are equal exactly "
              "where every sum is exact.",
          .equation = "growing_x",
          .needs = {Feature::projections},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
