// The score q.k is linear in the query. Over four queries with q_3 = q_1 + q_2 - q_0 and two keys, the products of four
// weights agree in which each row's sum Z appears on both sides. Catches queries that are rounded, normalised or
// clamped on the way, where the keys are not.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/parallelograms.hpp"

#include <utility>

namespace attnref::law {
namespace {

Spec fit(Spec spec) { return room_for_parallelograms(std::move(spec), 4, 2); }

Problem draw(const Spec& spec) { return draw_parallelograms(spec, Part::q); }

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Order order = corners(spec, problem.sizes().t_q);
  const Observation seen = subject.attend(problem, {Part::weights});
  // Each key beside the next of a random order: a ring, so that every key is compared.
  Order keys = in_order(problem.sizes().t_k);
  Random random = stream(spec, "pairs of keys");
  shuffle(keys, random);
  for (std::size_t n = 0; n + 3 < order.size(); n += 4) {
    const std::size_t a = order[n], b = order[n + 1], c = order[n + 2], d = order[n + 3];
    for (std::size_t m = 0; m < keys.size(); ++m) {
      const std::size_t j = keys[m], l = keys[(m + 1) % keys.size()];
      comparison.agree_in_proportion("product of four weights", d, j,
                                     seen.weight(a, j) * seen.weight(d, j) * seen.weight(b, l) * seen.weight(c, l),
                                     seen.weight(b, j) * seen.weight(c, j) * seen.weight(a, l) * seen.weight(d, l));
    }
  }
}

}  // namespace

Law scores_add_in_the_query() {
  return {.id = "scores_add_in_the_query",
          .title = "scores add in the query",
          .statement =
              "For queries a, b, c and d = b + c - a and any two keys j and l, A_aj A_dj A_bl A_cl = A_bj A_cj A_al "
              "A_dl. The sum is exact, on a lattice of half the dtype's bits; in the projected form it is a sum of "
              "rows of X.",
          .equation = "additive_in_query",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
