// Only W^Q W^K^T enters the map: (W^Q G)(W^K G^-T)^T = W^Q W^K^T. Each step of G acts on two columns or one and its
// inverse on the same, so both sides are exact. Catches queries or keys that are used for anything beside q.k.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <cmath>

namespace attnref::law {
namespace {

/// Each shear can add a bit to the numbers of a row; so many are made, and so many bits are left for them.
constexpr int shears = 3;

/// W^Q and W^K with each row on a lattice of its own, which products with G stay on.
Problem draw(const Spec& spec) {
  Problem problem = draw_problem(projected(spec));
  const int bits = format_of(spec.dtype).precision - shears - 1;
  for (const Part part : {Part::wq, Part::wk}) problem.at(part) = coarsened_rows(problem.at(part), bits);
  return problem;
}

/// Column `to` of W^Q += sign times column `from`, and what undoes it in W^K; nothing where a sum would be rounded, as
/// among subnormals.
void shear(Tensor& wq, Tensor& wk, std::size_t to, std::size_t from, double sign) {
  Tensor sheared_q = wq, sheared_k = wk;
  for (std::size_t i = 0; i < wq.rows(); ++i) {
    const auto q = exact_sum(wq.dtype, wq(i, to), sign * wq(i, from));
    const auto k = exact_sum(wk.dtype, wk(i, from), -sign * wk(i, to));
    if (!q || !k) return;
    sheared_q(i, to) = *q;
    sheared_k(i, from) = *k;
  }
  wq = std::move(sheared_q);
  wk = std::move(sheared_k);
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  Problem gauged = problem;
  Tensor& wq = gauged.at(Part::wq);
  Tensor& wk = gauged.at(Part::wk);
  const std::size_t d_k = problem.sizes().d_k;
  Random random = stream(spec, "gauge");
  for (int n = 0; n < shears && d_k > 1; ++n) {
    const std::size_t to = random.below(d_k), from = (to + 1 + random.below(d_k - 1)) % d_k;
    shear(wq, wk, to, from, random.chance(0.5) ? 1 : -1);
  }
  Order order = in_order(d_k);
  shuffle(order, random);
  wq = columns_in_order(wq, order);
  wk = columns_in_order(wk, order);
  const double power = (random.chance(0.5) ? 1 : -1) * draw_power_of_two(spec.dtype, random);
  if (scales_exactly(wq, power) && scales_exactly(wk, 1 / power)) {
    wq = times(power, wq);
    wk = times(1 / power, wk);
  }
  const auto asked = subject.weights_and({Part::scores, Part::lse});
  comparison.agree(subject.attend(gauged, asked), subject.attend(problem, asked));
}

}  // namespace

Law projections_can_be_gauged() {
  return {.id = "projections_can_be_gauged",
          .title = "projections can be gauged",
          .statement =
              "For every invertible G, W^Q G and W^K G^-T give the same scores, A and Y as W^Q and W^K. Here G is a "
              "product of integer shears and a permutation, times a power of two with a sign, and each row of W^Q "
              "and W^K lies on a lattice, so that both products are exact.",
          .equation = "gauge",
          .needs = {Feature::projections},
          .exactness = Exactness::bounded,
          .fit = projected,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
