// The unit that errors are counted in. It is a function of the exact value alone, so it cannot depend on how narrowly
// an interval encloses that value, or from which side.
#pragma once

#include "attnref/rounding.hpp"

#include <algorithm>
#include <cmath>

namespace attnref {

/// An ulp of the format at an exact value, given as the f64 number nearest to it: the spacing of the format's numbers
/// in the binade [2^e, 2^(e+1)) of that f64 number. A power of two has the spacing above it. Below the normal numbers
/// it is the smallest subnormal, and beyond the largest number the spacing of the largest binade.
inline long double ulp_at(const Format& format, double nearest_in_f64) {
  const double x = std::fabs(nearest_in_f64);
  const int binade = x == 0 ? format.emin : std::isinf(x) ? format.emax : std::ilogb(x);
  return power_of_two(std::clamp(binade, format.emin, format.emax) - format.precision + 1);
}

}  // namespace attnref
