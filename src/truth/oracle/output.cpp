// The output with radii; why they are what they are stands in output.hpp.
#include "truth/oracle/output.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/dot.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace attnref::oracle {
namespace {

template <class Number>
constexpr bool exact = std::is_same_v<Number, double>;

/// What infinities and NaNs of a column give: a weight is 0 only where the score is -inf, and 0 times inf is NaN.
template <class Number>
long double sum_beyond_finite(const Number* column, const Enclosed& scores, std::size_t i) {
  long double sum = 0;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const long double v = column[j];
    if (std::isfinite(v)) continue;
    sum += scores.mid[scores.at(i, j)] == -bounds::infinity ? 0 * v : v;
  }
  return sum;
}

/// max|v|, or infinity.
template <class Number>
long double largest_of(const Number* column, std::size_t n) {
  Number largest = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const Number magnitude = std::fabs(column[j]);
    if (!(magnitude <= std::numeric_limits<Number>::max())) return bounds::infinity;
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

}  // namespace

template <class Number>
Columns<Number>::Columns(const Enclosed& enclosed, const std::vector<Number>& numbers)
    : values(transposed(numbers, enclosed.rows, enclosed.columns)) {
  const std::size_t d_v = enclosed.columns, t_k = enclosed.rows;
  scaled = bounds::scale_columns(t_k, d_v, [&](std::size_t j, std::size_t c) { return values[c * t_k + j]; });
  if (!exact<Number>) {
    radii =
        bounds::scale_columns(t_k, d_v, [&](std::size_t j, std::size_t c) { return enclosed.rad[enclosed.at(j, c)]; });
  }
  for (std::size_t c = 0; c < d_v; ++c) largest.push_back(largest_of(values.data() + c * t_k, t_k));
}

template <class Number>
void enclose_output(const Row& row, const Columns<Number>& columns, const Enclosed& scores, Enclosed& output,
                    std::size_t i, std::vector<double>& sums) {
  const std::size_t n = scores.columns, d_v = output.columns;
  sums.assign(4 * d_v, 0);
  // What an error R of a score moves: to first order the output's gradient times R (eq. output_gradient).
  double* const distances = sums.data();         // sum A~ (e^R - 1) |v - Y~|
  double* const magnitudes = sums.data() + d_v;  // sum A~ |v|
  double* const radii = sums.data() + 2 * d_v;   // sum A~ e^R dv
  double* const y = sums.data() + 3 * d_v;       // Y~ in the column's unit
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    output.mid[at] = dot(row.weight.data(), columns.values.data() + c * n, n);
    y[c] = columns.scaled.units[c] > 0 ? static_cast<double>(output.mid[at] / columns.scaled.units[c]) : 0;
  }
  bounds::add_distances(row.moved.data(), columns.scaled, y, distances);
  bounds::add_magnitudes(row.near.data(), columns.scaled, magnitudes);
  if (!exact<Number>) {
    bounds::add_product(row.near.data(), columns.radii, radii);
    bounds::add_product(row.moved.data(), columns.radii, radii);
  }
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    if (columns.largest[c] == bounds::infinity) {
      output.mid[at] = sum_beyond_finite(columns.values.data() + c * n, scores, i);
      continue;
    }
    // v and Y~ as doubles and their difference are right to 2^-52 (|v| + |Y~|) <= 2^-52 (|v - Y~| + 2 |Y~|), and Y~
    // stands for sum a v, 4 xi sum a |v| away.
    const double fuzz = row.moved_in_all * (0x1p-50 * std::fabs(y[c]) + 4 * row.xi * magnitudes[c]) + bounds::lost;
    const double in_units = distances[c] * (1 + 0x1p-50) + fuzz + row.xi * (magnitudes[c] + std::fabs(y[c]));
    long double radius = in_units * columns.scaled.units[c];
    if (!exact<Number>) radius += (radii[c] + bounds::lost) * columns.radii.units[c];
    const long double underflow = bounds::as_real(n) * bounds::tiny * (1 + columns.largest[c]);
    output.rad[at] = (radius / row.denominator + underflow) * bounds::inflation;
  }
}

template struct Columns<double>;
template struct Columns<long double>;
template void enclose_output(const Row&, const Columns<double>&, const Enclosed&, Enclosed&, std::size_t,
                             std::vector<double>&);
template void enclose_output(const Row&, const Columns<long double>&, const Enclosed&, Enclosed&, std::size_t,
                             std::vector<double>&);

}  // namespace attnref::oracle
