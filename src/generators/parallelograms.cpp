#include "generators/parallelograms.hpp"

#include "generators/draw.hpp"

#include <algorithm>

namespace attnref {
namespace {

/// Makes row d = b + c - a, exactly. Where the dtype does not hold a sum, b follows a and d follows c.
void complete(Tensor& rows, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  for (std::size_t j = 0; j < rows.columns(); ++j) {
    if (!exact_sum(rows.dtype, rows(b, j), rows(c, j), rows(a, j))) rows(b, j) = rows(a, j);
    rows(d, j) = exact_sum(rows.dtype, rows(b, j), rows(c, j), rows(a, j)).value_or(rows(c, j));
  }
}

void make_parallelograms(const Spec& spec, Tensor& rows) {
  const Order order = corners(spec, rows.rows());
  for (std::size_t n = 0; n + 3 < order.size(); n += 4) {
    // Beside scores of 3e4 a row of zeros would hide the rest.
    const bool null = spec.regime != Regime::shifted && stream(spec, "null", n).chance(0.5);
    for (std::size_t j = 0; null && j < rows.columns(); ++j) rows(order[n], j) = 0;
    complete(rows, order[n], order[n + 1], order[n + 2], order[n + 3]);
  }
}

}  // namespace

Spec room_for_parallelograms(Spec spec, std::size_t queries, std::size_t keys) {
  // A Spec has 24 bits at most.
  const int bits = std::min(format_of(spec.dtype).precision / 2, 24);
  spec.bits = spec.bits == 0 ? bits : std::min(spec.bits, bits);
  spec.sizes.t_q = std::max(spec.sizes.t_q, queries);
  spec.sizes.t_k = std::max(spec.sizes.t_k, keys);
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k = std::max(spec.sizes.t_q, spec.sizes.t_k);
  return spec;
}

Order corners(const Spec& spec, std::size_t rows) {
  Order order = in_order(rows);
  Random random = stream(spec, "corners");
  shuffle(order, random);
  return order;
}

Problem draw_parallelograms(const Spec& spec, Part rows) {
  Problem problem = draw_problem(spec);
  make_parallelograms(spec, problem.at(problem.projected() ? Part::x : rows));
  return problem;
}

}  // namespace attnref
