// Numbers as pairs of doubles beside one power of two a line, so that products neither overflow nor lose their errors.
//
// A line is a row of X, a query, a key, or a column of W or V. Doubles reach from 2^-1074 to 2^1024 and projections
// twice as far; beside its line's power each is at most 1. What underflows there is below 2^-1074 of the line's unit.
#pragma once

#include "truth/bounds/scaled.hpp"
#include "truth/oracle/double_double.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace attnref::oracle {

/// Lines that run side by side are padded with zeros to whole groups of this many, so that loops have no ends of their
/// own.
inline constexpr std::size_t lanes = 8;
inline constexpr std::size_t padded(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

/// 2^exponent, for -1022 <= exponent <= 1023.
ATTNREF_INLINE double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// x 2^exponent, rounded only where it underflows.
inline double times_power(double x, int exponent) {
  if (x == 0 || exponent < -2200) return 0;
  for (; exponent > 1000; exponent -= 1000) x *= 0x1p1000;
  for (; exponent < -1000; exponent += 1000) x *= 0x1p-1000;
  return x * power_of_two(exponent);
}

/// An exponent whose power is above the finite magnitude x > 0 and at most twice it.
inline int exponent_above(double x) {
  const auto biased = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52);
  if (biased > 0) return biased - 1022;
  int exponent = 0;
  std::frexp(x, &exponent);
  return exponent;
}

/// The exponent of a line of zeros: its power is 0 in every format.
inline constexpr std::int64_t no_exponent = -100000;

/// A finite number (hi + lo) 2^exponent, known to within rad 2^exponent. A magnitude that is not finite counts as 0.
struct Wide {
  double hi = 0, lo = 0, rad = 0;
  int exponent = 0;
};

struct ScaledLines {
  std::size_t lines = 0, length = 0;
  std::size_t line_step = 0, item_step = 0;  ///< item k of line n is at [n * line_step + k * item_step]
  std::vector<double> hi;
  std::vector<double> lo, rad;          ///< empty where the numbers are known exactly
  std::vector<std::int64_t> exponents;  ///< of each line
  std::vector<char> finite;             ///< of each line: whether all its numbers are

  bool exact() const { return lo.empty(); }
  const double* lo_or_null() const { return exact() ? nullptr : lo.data(); }
  const double* rad_or_null() const { return exact() ? nullptr : rad.data(); }
};

/// How lines lie in memory: one after the other, or side by side in lanes.
enum class Layout { along, across };

/// item(n, k) is item k of line n, a double known exactly or a Wide.
template <class Item>
ScaledLines scale_lines(std::size_t lines, std::size_t length, Layout layout, Item item) {
  using Number = decltype(item(0, 0));
  constexpr bool exact = std::is_same_v<Number, double>;
  const bool across = layout == Layout::across;
  ScaledLines s;
  s.lines = lines;
  s.length = length;
  s.line_step = across ? 1 : length;
  s.item_step = across ? padded(lines) : 1;
  const std::size_t room = across ? length * padded(lines) : lines * length;
  s.hi.assign(room, 0);
  if (!exact) {
    s.lo.assign(room, 0);
    s.rad.assign(room, 0);
  }
  s.exponents.assign(across ? padded(lines) : lines, no_exponent);
  s.finite.assign(lines, true);
  for (std::size_t n = 0; n < lines; ++n) {
    double* const hi = s.hi.data() + n * s.line_step;
    if constexpr (exact) {
      double largest = 0;
      bool finite = true;
      for (std::size_t k = 0; k < length; ++k) {
        const double magnitude = std::fabs(item(n, k));
        finite = finite && magnitude <= std::numeric_limits<double>::max();
        if (magnitude > largest && magnitude <= std::numeric_limits<double>::max()) largest = magnitude;
      }
      s.finite[n] = finite;
      if (largest == 0) continue;
      const int exponent = exponent_above(largest);
      s.exponents[n] = exponent;
      // 2^1074 is not a double, so subnormal lines take two steps; 0 times infinity would be no number.
      const double first = power_of_two(-exponent / 2), second = power_of_two(-exponent - -exponent / 2);
      for (std::size_t k = 0; k < length; ++k) {
        const double x = item(n, k) * first * second;
        hi[k * s.item_step] = finite || std::isfinite(x) ? x : 0;
      }
    } else {
      int exponent = std::numeric_limits<int>::min();
      for (std::size_t k = 0; k < length; ++k) {
        const Wide x = item(n, k);
        const double magnitude = std::fabs(x.hi) + x.rad;
        s.finite[n] = s.finite[n] && std::isfinite(magnitude);
        if (magnitude > 0 && std::isfinite(magnitude))
          exponent = std::max(exponent, exponent_above(magnitude) + x.exponent);
      }
      if (exponent == std::numeric_limits<int>::min()) continue;
      s.exponents[n] = exponent;
      for (std::size_t k = 0; k < length; ++k) {
        const Wide x = item(n, k);
        if (!std::isfinite(x.hi)) continue;
        const std::size_t at = n * s.line_step + k * s.item_step;
        s.hi[at] = times_power(x.hi, x.exponent - exponent);
        s.lo[at] = times_power(x.lo, x.exponent - exponent);
        s.rad[at] = times_power(x.rad, x.exponent - exponent);
      }
    }
  }
  return s;
}

}  // namespace attnref::oracle
