// Rounding in one step: the number is counted in units of its last place in the format, and the count is rounded.
#include "golden_agrees/nearest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace attnref::test {

double nearest(Dtype dtype, mpfr_srcptr x) {
  if (mpfr_nan_p(x)) return NAN;
  if (mpfr_zero_p(x)) return 0;
  const double sign = mpfr_signbit(x) ? -1 : 1;
  const Format& format = format_of(dtype);
  // MPFR's exponent is of a significand in [1/2, 1).
  if (mpfr_inf_p(x) || mpfr_get_exp(x) - 1 > format.emax) return sign * HUGE_VAL;
  const long unit = std::max<long>(mpfr_get_exp(x) - 1, format.emin) - format.precision + 1;
  mpfr_t count;
  mpfr_init2(count, mpfr_get_prec(x));
  mpfr_mul_2si(count, x, -unit, MPFR_RNDN);  // exact
  mpfr_roundeven(count, count);              // exact too, or rounded up to the next power of two
  const double magnitude = std::ldexp(std::fabs(mpfr_get_d(count, MPFR_RNDN)), static_cast<int>(unit));
  mpfr_clear(count);
  const double largest = std::ldexp(2 - std::ldexp(1.0, 1 - format.precision), format.emax);
  return sign * (magnitude > largest ? HUGE_VAL : magnitude);
}

std::optional<double> decided(Dtype dtype, const Interval& interval) {
  const double left = nearest(dtype, interval.left()), right = nearest(dtype, interval.right());
  if (std::isnan(left) || std::isnan(right)) return std::nullopt;
  // Bit for bit: [-tiny, tiny] says nothing of the sign of an underflowed zero.
  if (std::bit_cast<std::uint64_t>(left) != std::bit_cast<std::uint64_t>(right)) return std::nullopt;
  return left;
}

}  // namespace attnref::test
