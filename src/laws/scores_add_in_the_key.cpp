// The score q.k is linear in the key. Over four keys with k_3 = k_1 + k_2 - k_0 the scores' sums s_0 + s_3 and s_1 +
// s_2 agree, so the products of the weights do, in which Z cancels. Catches similarities that are not inner products:
// cosines, distances, clamped or squared scores, keys normalised on the way.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  // Half of the bits leave enough for the sum of three; a Spec has 24 at most.
  const int bits = std::min(format_of(spec.dtype).precision / 2, 24);
  spec.bits = spec.bits == 0 ? bits : std::min(spec.bits, bits);
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 4);
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k = std::max(spec.sizes.t_q, spec.sizes.t_k);
  return spec;
}

/// The keys in an order of which each four are a parallelogram.
Order corners(const Spec& spec, std::size_t t_k) {
  Order order = in_order(t_k);
  Random random = stream(spec, "corners");
  shuffle(order, random);
  return order;
}

/// Makes row d = b + c - a, exactly. Where the dtype does not hold a sum, b follows a and d follows c.
void complete(Tensor& rows, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  for (std::size_t j = 0; j < rows.columns(); ++j) {
    if (!exact_sum(rows.dtype, rows(b, j), rows(c, j), rows(a, j))) rows(b, j) = rows(a, j);
    rows(d, j) = exact_sum(rows.dtype, rows(b, j), rows(c, j), rows(a, j)).value_or(rows(c, j));
  }
}

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  Tensor& rows = problem.at(problem.projected() ? "x" : "k");
  const Order order = corners(spec, rows.rows());
  for (std::size_t n = 0; n + 3 < order.size(); n += 4) {
    // Half of them stand on the null key, which reads the law as additivity. Beside scores of 3e4 it would hide the
    // rest.
    const bool null = spec.regime != Regime::shifted && stream(spec, "null", n).chance(0.5);
    for (std::size_t j = 0; null && j < rows.columns(); ++j) rows(order[n], j) = 0;
    complete(rows, order[n], order[n + 1], order[n + 2], order[n + 3]);
  }
  return problem;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Order order = corners(spec, problem.sizes.t_k);
  const Observation seen = subject.attend(problem);
  for (std::size_t i = 0; i < problem.sizes.t_q; ++i) {
    for (std::size_t n = 0; n + 3 < order.size(); n += 4) {
      comparison.agree_in_proportion("product of two weights", i, order[n + 3],
                                     seen.weight(i, order[n]) * seen.weight(i, order[n + 3]),
                                     seen.weight(i, order[n + 1]) * seen.weight(i, order[n + 2]));
    }
  }
}

}  // namespace

Law scores_add_in_the_key() {
  return {.id = "scores_add_in_the_key",
          .title = "scores add in the key",
          .statement =
              "For keys a, b, c and b + c - a, A_ia A_i(b+c-a) = A_ib A_ic for every query. With a = 0: keys 0, b, "
              "c and b + c give A_i0 A_i(b+c) = A_ib A_ic. The sum is exact, on a lattice of half the dtype's bits; "
              "in the projected form it is a sum of rows of X.",
          .equation = "additive_scores",
          .needs = {"weights"},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
