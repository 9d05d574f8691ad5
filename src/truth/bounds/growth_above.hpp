// e^x - 1 and 1 - e^-x from the safe side, without a call of the exponential where x is small, as error exponents are.
#pragma once

#include <cmath>

namespace attnref::bounds {

inline constexpr long double small_exponent = 0x1p-8L;

/// Divisions are slow where they are not of doubles. That this third is rounded is paid for with the other roundings.
template <class Real>
inline constexpr Real third = Real(1) / 3;

namespace detail {

/// The same for x <= small_exponent.
template <class Real>
Real small_growth_above(Real x) {
  return x * (1 + x * Real(0.5) * (1 + x * third<Real> * (1 + x * third<Real>))) * Real(1 + 0x1p-50);
}

}  // namespace detail

/// At least e^x - 1, for x >= 0, and above it by a factor of at most 1 + 2^-29.
/// The series' tail x^4/24 + x^5/120 + ... is below x^4/18 for x <= 1/4.
template <class Real>
Real growth_above(Real x) {
  if (x <= static_cast<Real>(small_exponent)) return detail::small_growth_above(x);
  return std::expm1(x) * Real(1 + 0x1p-50);
}

/// At least 1 - e^-x, for x >= 0: the series' partial sum that ends with a positive term.
template <class Real>
Real decay_above(Real x) {
  if (x <= static_cast<Real>(small_exponent))
    return x * (1 - x * Real(0.5) * (1 - x * third<Real>)) * Real(1 + 0x1p-50);
  return -std::expm1(-x) * Real(1 + 0x1p-50);
}

}  // namespace attnref::bounds
