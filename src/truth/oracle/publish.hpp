// A double-double and its radius as the long doubles of an Enclosed, of whatever width those are.
#pragma once

#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/double_double.hpp"
#include "truth/oracle/scaled_lines.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace attnref::oracle {

/// What rounding a pair to a long double may change it by, relatively.
inline constexpr double rounding =
    static_cast<double>(std::numeric_limits<long double>::epsilon()) * 0.5 * (1 + 0x1p-30);

/// 2^exponent; 0 or infinite where a long double has no such power.
inline long double unit_of(std::int64_t exponent) {
  if (exponent > -1000 && exponent < 1000) return power_of_two(exponent);
  return std::ldexp(1.0L, static_cast<int>(exponent));
}

inline std::vector<long double> units_of(const ScaledLines& lines) {
  std::vector<long double> units(lines.lines);
  for (std::size_t n = 0; n < lines.lines; ++n) units[n] = unit_of(lines.exponents[n]);
  return units;
}

struct Published {
  long double mid;
  long double rad;
};

/// Whether every product of numbers and of their powers of two fits.
inline constexpr bool holds_all_exponents = std::numeric_limits<long double>::max_exponent >= 16384;

/// (hi + lo) times unit, a power of two, known to within rad times unit; |lo| <= u |hi|. Where a long double cannot
/// hold it nothing is known.
inline Published publish(double hi, double lo, double rad, long double unit) {
  const long double mid = (static_cast<long double>(hi) + lo) * unit;
  const long double radius = (rad + std::fabs(hi) * rounding) * static_cast<long double>(1 + 0x1p-30) * unit;
  if constexpr (holds_all_exponents) return {mid, radius};
  if (!std::isfinite(mid) || !std::isfinite(radius)) return {0, bounds::infinity};
  return {mid, radius + bounds::tiny};
}

}  // namespace attnref::oracle
