// Numbers as doubles beside one power of two a row or a column, so that sums of their magnitudes neither overflow nor
// underflow and run in vector registers. Only magnitudes of errors are summed so, never the values themselves.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

template <class Element>
Scaled scale(std::size_t rows, std::size_t columns, bool by_row, Element element) {
  Scaled scaled{rows, columns, std::vector<double>(rows * columns), std::vector<long double>(by_row ? rows : columns)};
  const auto finite = [&](std::size_t r, std::size_t c) {
    const auto x = element(r, c);
    return std::isfinite(x) ? x : decltype(x){0};
  };
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      long double& largest = scaled.units[by_row ? r : c];
      const long double magnitude = std::fabs(finite(r, c));
      if (magnitude > largest) largest = magnitude;
    }
  }
  std::vector<long double> inverses(scaled.units.size());
  for (std::size_t n = 0; n < inverses.size(); ++n) {
    scaled.units[n] = unit_above(scaled.units[n]);
    inverses[n] = scaled.units[n] > 0 ? 1 / scaled.units[n] : 0;
  }
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      scaled.values[r * columns + c] = static_cast<double>(finite(r, c) * inverses[by_row ? r : c]);
    }
  }
  return scaled;
}

}  // namespace detail

/// element(r, c) for all r and c, with a unit a row.
template <class Element>
Scaled scale_rows(std::size_t rows, std::size_t columns, Element element) {
  return detail::scale(rows, columns, true, element);
}

/// element(r, c) for all r and c, with a unit a column.
template <class Element>
Scaled scale_columns(std::size_t rows, std::size_t columns, Element element) {
  return detail::scale(rows, columns, false, element);
}

/// sums[c] += sum over r of left[r] right(r, c), in units.
inline void add_product(const double* left, const Scaled& right, double* sums) {
  for (std::size_t r = 0; r < right.rows; ++r) {
    const double factor = left[r];
    const double* row = right.row(r);
    for (std::size_t c = 0; c < right.columns; ++c) sums[c] += factor * row[c];
  }
}

}  // namespace attnref::bounds
