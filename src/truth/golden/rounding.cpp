// Rounding dyadic numbers, and the boundaries of rounding.
#include "truth/golden/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attnref::gold {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// floor(log2|x|) of x != 0, cut to a range that is beyond every format.
slong binade(const Dyadic& x) {
  constexpr slong beyond = 1L << 40;
  const fmpz* const exponent = ARF_EXPREF(x.get());  // |x| is in [2^(exponent - 1), 2^exponent)
  if (fmpz_cmp_si(exponent, beyond) > 0) return beyond;
  if (fmpz_cmp_si(exponent, -beyond) < 0) return -beyond;
  return fmpz_get_si(exponent) - 1;
}

Dyadic power(slong e) {
  Dyadic result(1.0);
  arf_mul_2exp_si(result.get(), result.get(), e);
  return result;
}

bool is_power_of_two(const Dyadic& x) { return arf_cmpabs_2exp_si(x.get(), binade(x)) == 0; }

}  // namespace

double nearest(Dtype dtype, const Dyadic& x) {
  const Format& format = format_of(dtype);
  if (arf_is_nan(x.get())) return std::numeric_limits<double>::quiet_NaN();
  if (x.sign() == 0) return 0;
  const double sign = x.sign();
  if (arf_is_inf(x.get())) return sign * infinity;
  const slong e = binade(x);
  if (e > format.emax) return sign * infinity;
  // How many bits the format keeps of x: fewer and fewer below the normal numbers.
  const slong kept = std::min<slong>(format.precision, e - format.emin + format.precision);
  if (kept < 0) return sign * 0.0;
  if (kept == 0) {  // between half the smallest subnormal, which is a tie, and the smallest subnormal
    return sign * (is_power_of_two(x) ? 0.0 : static_cast<double>(smallest_subnormal(dtype)));
  }
  Dyadic rounded;
  arf_set_round(rounded.get(), x.get(), kept, ARF_RND_NEAR);
  if (binade(rounded) > format.emax) return sign * infinity;
  return arf_get_d(rounded.get(), ARF_RND_NEAR);
}

std::optional<double> settled_at_sight(Dtype dtype, const Ball& ball) {
  const Format& format = format_of(dtype);
  arf_srcptr mid = arb_midref(ball.get());
  const fmpz* const end = ARF_EXPREF(mid);  // |mid| is in [2^(end - 1), 2^end)
  if (arf_is_special(mid) || COEFF_IS_MPZ(*end)) return std::nullopt;
  const slong e = fmpz_get_si(end) - 64;
  if (e + 63 < format.emin || e + 64 > format.emax) return std::nullopt;  // a carry stays finite
  if (mag_cmp_2exp_si(arb_radref(ball.get()), e) >= 0) return std::nullopt;
  mp_srcptr limbs;
  mp_size_t size;
  ARF_GET_MPN_READONLY(limbs, size, mid);
  const std::uint64_t first = limbs[size - 1];
  const int cut = 64 - format.precision;
  const std::uint64_t half = std::uint64_t{1} << (cut - 1);
  const std::uint64_t rest = first & (2 * half - 1);
  if (rest + 2 > half && rest < half + 1) return std::nullopt;
  const std::uint64_t kept = (first >> cut) + (rest > half ? 1 : 0);
  return arf_sgn(mid) * std::ldexp(static_cast<double>(kept), static_cast<int>(e + cut));
}

Interval Interval::around(const Ball& ball, slong bits) {
  Interval interval;
  arb_get_lbound_arf(interval.low.get(), ball.get(), bits);
  arb_get_ubound_arf(interval.high.get(), ball.get(), bits);
  return interval;
}

std::optional<double> settled(Dtype format, const Interval& interval) {
  if (!arf_is_finite(interval.low.get()) || !arf_is_finite(interval.high.get())) return std::nullopt;
  const double low = nearest(format, interval.low), high = nearest(format, interval.high);
  if (std::bit_cast<std::uint64_t>(low) != std::bit_cast<std::uint64_t>(high)) return std::nullopt;
  return low;
}

namespace {

/// Half the distance of neighbours at x > 0: boundaries about x are odd multiples of it.
slong half_unit(const Format& format, const Dyadic& x) {
  return std::max<slong>(binade(x), format.emin) - format.precision;
}

/// The smallest boundary at or above x > 0, if there is one.
std::optional<Dyadic> boundary_from(const Format& format, const Dyadic& x) {
  if (binade(x) > format.emax) return std::nullopt;
  const slong half = half_unit(format, x);
  Integer multiple;
  Dyadic scaled = x;
  arf_mul_2exp_si(scaled.get(), scaled.get(), -half);
  arf_get_fmpz(multiple.get(), scaled.get(), ARF_RND_CEIL);
  if (fmpz_is_odd(multiple.get())) return Dyadic(multiple.get(), half);
  fmpz_add_ui(multiple.get(), multiple.get(), 1);
  const Dyadic boundary(multiple.get(), half);
  // An even multiple may be the next binade's first number, where units are twice as large.
  if (half_unit(format, boundary) == half) return boundary;
  return boundary_from(format, power(binade(boundary)));
}

/// The only boundary in [low, high], both above 0.
std::optional<Dyadic> only_boundary_above_zero(const Format& format, const Dyadic& low, const Dyadic& high) {
  const std::optional<Dyadic> first = boundary_from(format, low);
  if (!first || compare(*first, high) > 0) return std::nullopt;
  const std::optional<Dyadic> second = boundary_from(format, *first + power(half_unit(format, *first)));
  if (second && compare(*second, high) <= 0) return std::nullopt;
  return first;
}

}  // namespace

std::optional<Dyadic> only_boundary(Dtype dtype, const Interval& interval) {
  const Format& format = format_of(dtype);
  if (interval.low.sign() > 0) return only_boundary_above_zero(format, interval.low, interval.high);
  if (interval.high.sign() < 0) {
    const std::optional<Dyadic> mirrored = only_boundary_above_zero(format, -interval.high, -interval.low);
    if (!mirrored) return std::nullopt;
    return -*mirrored;
  }
  const Dyadic half_smallest = power(format.emin - format.precision);
  const bool alone = compare(interval.high, half_smallest) < 0 && compare(-interval.low, half_smallest) < 0;
  return alone ? std::optional(Dyadic()) : std::nullopt;
}

double beside(Dtype dtype, const Dyadic& boundary, int side) {
  if (side == 0) return nearest(dtype, boundary);
  const Format& format = format_of(dtype);
  // A quarter of a unit from the boundary there is no other.
  const slong step = (boundary.sign() == 0 ? format.emin - format.precision
                                           : half_unit(format, boundary.sign() < 0 ? -boundary : boundary)) -
                     1;
  return nearest(dtype, boundary + power(step) * side);
}

}  // namespace attnref::gold
