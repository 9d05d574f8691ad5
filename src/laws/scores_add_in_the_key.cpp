// The score q.k is linear in the key. Over four keys with k_3 = k_1 + k_2 - k_0 the scores' sums s_0 + s_3 and s_1 +
// s_2 agree, so the products of the weights do, in which Z cancels. Catches similarities that are not inner products:
// cosines, distances, clamped or squared scores, keys normalised on the way.
#include "attnref/law.hpp"
#include "generators/parallelograms.hpp"

#include <utility>

namespace attnref::law {
namespace {

Spec fit(Spec spec) { return room_for_parallelograms(std::move(spec), 1, 4); }

Problem draw(const Spec& spec) { return draw_parallelograms(spec, Part::k); }

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Order order = corners(spec, problem.sizes().t_k);
  const Observation seen = subject.attend(problem, {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
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
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
