// Rounding real numbers to a format's numbers, to nearest with ties to even (IEEE 754-2019, section 4.3.1), and the
// boundaries at which the result changes: the midpoints of neighbours, the overflow threshold, and 0, where its sign
// does (eq. boundaries).
#pragma once

#include "attnref/rounding.hpp"
#include "truth/golden/dyadic.hpp"

#include <optional>

namespace attnref::gold {

/// The number of the format nearest to x; an underflow to zero keeps the sign of x, an overflow is infinite.
double nearest(Dtype format, const Dyadic& x);

/// Two dyadic numbers with the true value between them, ends included.
struct Interval {
  Dyadic low, high;

  /// The ends of a ball, rounded outwards to `bits`.
  static Interval around(const Ball& ball, slong bits);
};

/// What every number of the interval rounds to, where that is one number to the last bit. Rounding is monotone, so the
/// ends settle it; ends that round to -0 and +0 settle nothing.
std::optional<double> settled(Dtype format, const Interval& interval);

/// The same for the numbers of a ball, from the first 64 bits of its midpoint alone: far faster, and right nearly
/// always where the format's numbers are normal. Where it says nothing, settled() may.
///
/// With |midpoint| = (T + t) 2^e, T of 64 bits, 0 <= t < 1 and a radius below 2^e, every number of the ball has
/// its magnitude in (T - 1, T + 2) 2^e; rounding to p bits asks only on which side of the half of its last 64 - p bits
/// T lies.
std::optional<double> settled_at_sight(Dtype format, const Ball& ball);

/// The only boundary in the interval, if there is exactly one.
std::optional<Dyadic> only_boundary(Dtype format, const Interval& interval);

/// What a number next to the boundary rounds to, below it (side -1), at it (0) or above it (1).
double beside(Dtype format, const Dyadic& boundary, int side);

}  // namespace attnref::gold
