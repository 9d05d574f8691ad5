// Step 5, the output; what is assumed stands in bound_on_output.hpp.
#include "truth/bounds/bound_on_output.hpp"

#include "truth/bounds/safe_side.hpp"

#include <cmath>

namespace attnref::bounds {
namespace {

/// rad / |v|, which for v = 0 is infinite.
long double relative_radius(long double v, long double radius) {
  return v == 0 ? infinity : radius / std::fabs(v) * inflation;
}

ValueColumn value_column(std::size_t c, const KnownNumbers& values, const Operand& operand) {
  ValueColumn column;
  long double least = infinity, most = -infinity;
  for (std::size_t j = 0; j < values.rows(); ++j) {
    const long double v = values.mid(j, c), radius = values.rad(j, c);
    const long double high = std::fabs(v) + radius + (operand.exact ? 0 : operand.dx[operand.bound.at(j, c)]);
    column.sum += high;
    column.largest = larger(column.largest, high);
    column.radius = larger(column.radius, radius);
    if (radius > 0) column.relative_radius = larger(column.relative_radius, relative_radius(v, radius));
    least = -larger(-least, -v);
    most = larger(most, v);
  }
  column.hull = most > least ? most - least : larger(std::fabs(most), std::fabs(least));
  return column;
}

}  // namespace

ValueFactors value_factors(const KnownNumbers& values, const Operand& operand) {
  ValueFactors f;
  f.exact = operand.exact;
  f.v = scale_columns(values.rows(), values.columns(), [&](std::size_t j, std::size_t c) { return values.mid(j, c); });
  if (!f.exact) {
    f.dv = scale_columns(values.rows(), values.columns(),
                         [&](std::size_t j, std::size_t c) { return operand.dx[operand.bound.at(j, c)]; });
  }
  for (std::size_t c = 0; c < values.columns(); ++c) f.columns.push_back(value_column(c, values, operand));
  return f;
}

/// Y^ - Y = { sum A e^theta [ (v - Y) + (e^alpha - 1) v - (e^beta - 1) Y + e^alpha dv ] + underflow } / Den,
/// where sum A (v - Y) = 0 is subtracted, so that v - Y meets only e^theta - 1 (eq. output_difference).
void bound_output(std::size_t i, const Enclosed& output, const ComputedWeights& row, const ValueFactors& f,
                  const Roundoffs& r, Bound& bound, std::vector<double>& sums) {
  const std::size_t d_v = output.columns;
  const long double n_keys = as_real(row.high.size());
  sums.assign(4 * d_v, 0);
  double* const distances = sums.data();         // sum A (e^eta - 1) |v - Y|
  double* const magnitudes = sums.data() + d_v;  // sum A e^eta |v|
  double* const errors = sums.data() + 2 * d_v;  // sum A e^eta dv
  double* const y = sums.data() + 3 * d_v;       // Y's midpoint in the column's unit
  for (std::size_t c = 0; c < d_v; ++c) {
    y[c] = f.v.units[c] > 0 ? static_cast<double>(output.mid[output.at(i, c)] / f.v.units[c]) : 0;
  }
  add_distances(row.moved.data(), f.v, y, distances);
  add_magnitudes(row.grown.data(), f.v, magnitudes);
  if (!f.exact) add_product(row.grown.data(), f.dv, errors);
  const long double grow_a = 1 + r.growth_a, grow_b = 1 + r.growth_b;
  const long double reciprocal = 1 / row.denominator;
  const long double on_y = r.growth_b * row.all_grown + row.z * n_keys * grow_b + row.zs;
  const long double additions =
      r.t * (n_keys + r.blocks) * r.acc.lam * larger(1, row.omega * r.growth_exps * reciprocal);
  // Within blocks a fused kernel's exponentials may be of more than 0 (H3).
  const long double largest_weight = larger(r.blocks > 1 ? 2 : 1, row.largest_weight);
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t n = output.at(i, c);
    const ValueColumn& column = f.columns[c];
    const long double magnitude = std::fabs(output.mid[n]) + output.rad[n];
    bound.limit[n] = infinity;
    if (!(magnitude < infinity)) continue;
    if (!(n_keys * largest_weight * column.largest * grow_a < r.acc.largest)) continue;  // H4: sums round upwards too
    const long double unit = f.v.units[c];
    // v and Y as doubles and their difference are right to 2^-52 (|v| + |Y|) <= 2^-52 (|v - Y| + 2 |Y|).
    const long double distance = distances[c] * unit * (1 + 0x1p-50L) + row.all_moved * 0x1p-50L * magnitude;
    // Values known to a radius: the largest one for all, or each in proportion to its value.
    const long double unsure =
        smaller(row.all_moved * column.radius, column.relative_radius * (distance + row.all_moved * magnitude));
    const long double moved_by = distance + unsure + row.all_moved * output.rad[n];
    const long double magnitude_of_values = magnitudes[c] * unit;
    const long double on_v = r.growth_a * (magnitude_of_values + smaller(row.all_grown * column.radius,
                                                                         column.relative_radius * magnitude_of_values));
    const long double from_dv = f.exact ? 0 : grow_a * (errors[c] + lost) * f.dv.units[c];
    const long double numerator =
        moved_by + on_v + from_dv + row.z * grow_a * column.sum + on_y * magnitude + lost * unit;
    const long double underflow = grow_a * ((r.acc.lam + r.lam_p) * column.sum + additions);
    const long double error = numerator * reciprocal + underflow + r.acc.lam;
    bound.limit[n] = published(error + r.output.stored(magnitude, error), magnitude, r.output.largest);
  }
}

}  // namespace attnref::bounds
