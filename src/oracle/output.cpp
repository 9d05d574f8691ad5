// The output with radii; why they are what they are stands in output.hpp.
#include "oracle/output.hpp"

#include "bounds/safe_side.hpp"
#include "oracle/dot.hpp"

#include <cmath>
#include <type_traits>

namespace attnref::oracle {
namespace {

template <class Number>
constexpr bool exact = std::is_same_v<Number, double>;

/// What infinities and NaNs of a column give: a weight is 0 only where the score is -inf, and 0 times inf is NaN.
long double sum_beyond_finite(const Enclosed& values, std::size_t c, const Enclosed& scores, std::size_t i) {
  long double sum = 0;
  for (std::size_t j = 0; j < values.rows; ++j) {
    const long double v = values.mid[values.at(j, c)];
    if (std::isfinite(v)) continue;
    sum += scores.mid[scores.at(i, j)] == -bounds::infinity ? 0 * v : v;
  }
  return sum;
}

}  // namespace

template <class Number>
Columns<Number>::Columns(const Enclosed& values, const std::vector<Number>& numbers)
    : transposed_values(transposed(numbers, values.rows, values.columns)),
      scaled(bounds::scale_columns(values.rows, values.columns,
                                   [&](std::size_t j, std::size_t c) { return numbers[values.at(j, c)]; })),
      largest(values.columns),
      finite(values.columns, true) {
  if (!exact<Number>) {
    radii = bounds::scale_columns(values.rows, values.columns,
                                  [&](std::size_t j, std::size_t c) { return values.rad[values.at(j, c)]; });
  }
  for (std::size_t j = 0; j < values.rows; ++j) {
    for (std::size_t c = 0; c < values.columns; ++c) {
      const long double magnitude = std::fabs(values.mid[values.at(j, c)]);
      if (!std::isfinite(magnitude)) finite[c] = false;
      if (magnitude > largest[c]) largest[c] = magnitude;
    }
  }
}

template <class Number>
void enclose_output(const Row& row, const Columns<Number>& columns, const Enclosed& values, const Enclosed& scores,
                    Enclosed& output, std::size_t i, std::vector<double>& sums) {
  const std::size_t n = values.rows, d_v = values.columns;
  sums.assign(4 * d_v, 0);
  double* const distances = sums.data();         // sum A~ (e^R - 1) |v - Y~|
  double* const magnitudes = sums.data() + d_v;  // sum A~ |v|
  double* const radii = sums.data() + 2 * d_v;   // sum A~ e^R dv
  double* const y = sums.data() + 3 * d_v;       // Y~ in the column's unit
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    output.mid[at] = dot(row.weight.data(), columns.transposed_values.data() + c * n, n);
    y[c] = columns.scaled.units[c] > 0 ? static_cast<double>(output.mid[at] / columns.scaled.units[c]) : 0;
  }
  for (std::size_t j = 0; j < n; ++j) {
    const double* v = columns.scaled.row(j);
    const double near = row.near[j], moved = row.moved[j];
    for (std::size_t c = 0; c < d_v; ++c) {
      distances[c] += moved * std::fabs(v[c] - y[c]);
      magnitudes[c] += near * std::fabs(v[c]);
    }
    if (exact<Number>) continue;
    const double* dv = columns.radii.row(j);
    for (std::size_t c = 0; c < d_v; ++c) radii[c] += (near + moved) * dv[c];
  }
  // v and Y~ as doubles and their difference are right to 2^-51, and Y~ stands for sum a v, 4 xi away.
  const double fuzz = row.moved_in_all * (0x1p-50 + 4 * row.xi) + bounds::lost;
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    if (!columns.finite[c]) {
      output.mid[at] = sum_beyond_finite(values, c, scores, i);
      continue;
    }
    const double in_units = distances[c] + fuzz + row.xi * (magnitudes[c] + std::fabs(y[c]));
    long double radius = in_units * columns.scaled.units[c];
    if (!exact<Number>) radius += (radii[c] + bounds::lost) * columns.radii.units[c];
    const long double underflow = bounds::as_real(n) * bounds::tiny * (1 + columns.largest[c]);
    output.rad[at] = (radius / row.denominator + underflow) * bounds::inflation;
  }
}

template struct Columns<double>;
template struct Columns<long double>;
template void enclose_output(const Row&, const Columns<double>&, const Enclosed&, const Enclosed&, Enclosed&,
                             std::size_t, std::vector<double>&);
template void enclose_output(const Row&, const Columns<long double>&, const Enclosed&, const Enclosed&, Enclosed&,
                             std::size_t, std::vector<double>&);

}  // namespace attnref::oracle
