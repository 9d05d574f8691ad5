// Double-double arithmetic: a number as hi + lo, two doubles, which needs no long double and runs in vector registers.
//
// A sum and a product of two doubles are each a pair exactly (Knuth; Dekker): of a sum always, of a product while
// nothing overflows and no part is below 2^-1074. Whoever multiplies therefore holds numbers at most 1 in magnitude
// (scaled_lines.hpp) and adds what underflows to a radius. A fused multiply-add and Dekker's split give the same pair,
// as both are exact, so results do not depend on the processor.
#pragma once

#include <cmath>

#if defined(__GNUC__)
#define ATTNREF_INLINE [[gnu::always_inline]] inline
#define ATTNREF_INLINE_LAMBDA __attribute__((always_inline))
#else
#define ATTNREF_INLINE inline
#define ATTNREF_INLINE_LAMBDA
#endif

namespace attnref::oracle {

/// Unit roundoff of a double.
inline constexpr double u = 0x1p-53;

/// hi + lo. `lo` is at most 2^-50 |hi|, unless it is said otherwise.
struct Pair {
  double hi = 0;
  double lo = 0;
};

/// a + b exactly; |lo| <= u |hi|.
ATTNREF_INLINE constexpr Pair two_sum(double a, double b) {
  const double sum = a + b, from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

/// a + b exactly where |a| >= |b| or a is 0.
ATTNREF_INLINE constexpr Pair ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a b exactly, by a fused multiply-add.
struct Fused {
  ATTNREF_INLINE static Pair product(double a, double b) {
    const double p = a * b;
    return {p, std::fma(a, b, -p)};
  }
};

/// a b exactly, from halves of 26 bits whose products are exact; |a| and |b| below 2^996.
struct Split {
  ATTNREF_INLINE static constexpr Pair halves(double a) {
    const double c = 0x8000001p0 * a, high = c - (c - a);
    return {high, a - high};
  }
  ATTNREF_INLINE static constexpr Pair product(double a, double b) {
    const double p = a * b;
    const Pair x = halves(a), y = halves(b);
    return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
  }
};

/// Relative errors of the pairs below. A product errs by a.lo b.lo, at most 2^-100, and four roundings of numbers up to
/// 2^-49; a reciprocal by the square of 2^-49 and as many roundings, a root's by 3/8 of the square of 2^-51.
inline constexpr double pair_error = 0x1p-97;

/// a b to pair_error; |lo| <= u |hi|.
template <class Exact>
ATTNREF_INLINE constexpr Pair product(Pair a, Pair b) {
  const Pair p = Exact::product(a.hi, b.hi);
  return ordered_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// 1/a to pair_error, for 2^-900 < a < 2^900.
inline constexpr Pair reciprocal(Pair a) {
  const double near = 1 / a.hi;
  const Pair p = Split::product(a.hi, near);
  const double rest = ((1 - p.hi) - p.lo) - a.lo * near;  // 1 - a near
  return ordered_sum(near, near * rest);
}

/// 1/sqrt(n) to pair_error, for 1 <= n < 2^53.
inline Pair reciprocal_root(double n) {
  const double near = 1 / std::sqrt(n);
  const Pair square = Split::product(near, near);
  const Pair p = Split::product(n, square.hi);
  const double rest = ((1 - p.hi) - p.lo) - n * square.lo;  // 1 - n near^2
  return ordered_sum(near, near * rest / 2);
}

}  // namespace attnref::oracle
