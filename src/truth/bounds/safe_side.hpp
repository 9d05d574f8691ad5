// Small steps on the safe side, of which the bounds are put together. None of them is an estimate: each is at least
// what its name says.
#pragma once

#include "truth/bounds/scaled.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace attnref::bounds {

inline constexpr long double infinity = std::numeric_limits<long double>::infinity();
/// Above every underflow of a long double, times the numbers that multiply it: 2^-16300, or 2^-940 where it is a
/// double.
inline constexpr long double tiny = std::numeric_limits<long double>::min() * 0x1p82L;
/// e to the power of anything less is below `tiny`.
inline constexpr long double vanishing_exponent =
    std::numeric_limits<long double>::max_exponent < 16384 ? -652 : -11300;

inline long double as_real(std::size_t n) { return static_cast<long double>(n); }

/// std::max takes references, which sends long doubles through memory.
inline long double larger(long double a, long double b) { return a < b ? b : a; }
/// The smaller; a where b is no number.
inline long double smaller(long double a, long double b) { return b < a ? b : a; }

/// A double that is at least x >= 0.
inline double above(long double x) { return static_cast<double>(x) * (1 + 0x1p-50) + lost; }

/// The bound as it is published: infinite where it cannot be evaluated, or where the result may overflow.
inline long double published(long double bound, long double magnitude, long double largest) {
  const long double limit = bound * inflation;
  return magnitude + limit < largest ? limit : infinity;
}

/// log(1 + x) and -log(1 - x) for x >= 0, from above, without a logarithm where x is small.
inline long double log_above(long double x) { return x < 0x1p-20L ? x : std::log1p(x); }
inline long double minus_log_above(long double x) {
  return x < 0x1p-20L ? x * (1 + x) : x < 1 ? -std::log1p(-x) : infinity;
}

}  // namespace attnref::bounds
