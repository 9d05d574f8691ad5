// Numbers as doubles beside one power of two a row or a column, so that sums of their magnitudes neither overflow nor
// underflow and run in vector registers. Only magnitudes of errors are summed so, never the values themselves.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace attnref::bounds {

/// A sum of n < 2^20 products of these doubles is within the factor 1 +- 2^-30 of the true sum, and products that
/// underflow lose less than `lost`, relative to the units.
inline constexpr long double inflation = 1 + 0x1p-30L;
inline constexpr double lost = 0x1p-900;

/// Element (r, c) is values[r * columns + c] times the unit of its row (scale_rows) or of its column (scale_columns).
/// Values are at most 1 in magnitude; a number that is not finite counts as 0, and a unit is 0 where all numbers are.
struct Scaled {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;
  std::vector<long double> units;

  const double* row(std::size_t r) const { return values.data() + r * columns; }
};

/// A power of two above a finite magnitude, and at most four times it; 0 for 0.
inline long double unit_above(long double magnitude) {
  if (magnitude == 0) return 0;
  if (magnitude > 0x1p-1000L && magnitude < 0x1p1000L) {
    // A double's exponent field alone is a power of two, and doubled it is above the number.
    const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(magnitude));
    const long double power = std::bit_cast<double>(bits & 0x7ff0000000000000u);
    return 2 * power;
  }
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0L, exponent);
}

namespace detail {

/// One unit and its n numbers: element(k) for all k, of which number k goes to values[k * stride].
template <class Element>
long double scale_line(std::size_t n, Element element, double* values, std::size_t stride) {
  using Real = decltype(element(0));
  Real largest = 0;
  bool finite = true;
  for (std::size_t k = 0; k < n; ++k) {
    const Real magnitude = std::fabs(element(k));
    const bool counts = magnitude <= std::numeric_limits<Real>::max();
    finite = finite && counts;
    if (counts && magnitude > largest) largest = magnitude;
  }
  const long double unit = unit_above(largest);
  const long double inverse = unit > 0 ? 1 / unit : 0;
  for (std::size_t k = 0; k < n; ++k) {
    const Real x = element(k);
    values[k * stride] = finite || std::isfinite(x) ? static_cast<double>(x * inverse) : 0;
  }
  return unit;
}

}  // namespace detail

/// element(r, c) for all r and c, with a unit a row.
template <class Element>
Scaled scale_rows(std::size_t rows, std::size_t columns, Element element) {
  Scaled scaled{rows, columns, std::vector<double>(rows * columns), std::vector<long double>(rows)};
  for (std::size_t r = 0; r < rows; ++r) {
    const auto along = [&element, r](std::size_t c) { return element(r, c); };
    scaled.units[r] = detail::scale_line(columns, along, scaled.values.data() + r * columns, 1);
  }
  return scaled;
}

/// element(r, c) for all r and c, with a unit a column.
template <class Element>
Scaled scale_columns(std::size_t rows, std::size_t columns, Element element) {
  Scaled scaled{rows, columns, std::vector<double>(rows * columns), std::vector<long double>(columns)};
  for (std::size_t c = 0; c < columns; ++c) {
    const auto down = [&element, c](std::size_t r) { return element(r, c); };
    scaled.units[c] = detail::scale_line(rows, down, scaled.values.data() + c, columns);
  }
  return scaled;
}

namespace detail {

/// sums[c] += sum over r of left[r] term(right(r, c), c); four r at a time, so that sums are loaded and stored less
/// often.
template <class Term>
void add_terms(const double* left, const Scaled& right, double* sums, Term term) {
  const std::size_t n = right.columns;
  std::size_t r = 0;
  for (; r + 4 <= right.rows; r += 4) {
    const double *w = right.row(r), *x = w + n, *y = x + n, *z = y + n;
    const double a = left[r], b = left[r + 1], d = left[r + 2], e = left[r + 3];
    for (std::size_t c = 0; c < n; ++c) {
      sums[c] += (a * term(w[c], c) + b * term(x[c], c)) + (d * term(y[c], c) + e * term(z[c], c));
    }
  }
  for (; r < right.rows; ++r) {
    const double* w = right.row(r);
    for (std::size_t c = 0; c < n; ++c) sums[c] += left[r] * term(w[c], c);
  }
}

}  // namespace detail

/// sums[c] += sum over r of left[r] right(r, c), in units.
inline void add_product(const double* left, const Scaled& right, double* sums) {
  detail::add_terms(left, right, sums, [](double x, std::size_t) { return x; });
}

/// sums[c] += sum over r of left[r] |right(r, c)|, in units.
inline void add_magnitudes(const double* left, const Scaled& right, double* sums) {
  detail::add_terms(left, right, sums, [](double x, std::size_t) { return std::fabs(x); });
}

/// sums[c] += sum over r of left[r] |right(r, c) - from[c]|, in units.
inline void add_distances(const double* left, const Scaled& right, const double* from, double* sums) {
  detail::add_terms(left, right, sums, [from](double x, std::size_t c) { return std::fabs(x - from[c]); });
}

}  // namespace attnref::bounds
