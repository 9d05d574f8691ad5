// The number of a format nearest to one of MPFR, and what an interval says of it. Written against IEEE 754 alone, so
// that a mistake of attnref's own rounding is not repeated here.
#pragma once

#include "attnref/rounding.hpp"
#include "golden_agrees/interval.hpp"

#include <optional>

namespace attnref::test {

/// The nearest number of the format, ties to even; infinite from half a unit beyond the largest on; -0 only for what is
/// negative and underflows.
double nearest(Dtype dtype, mpfr_srcptr x);

/// The number that every real of the interval rounds to, if there is one.
std::optional<double> decided(Dtype dtype, const Interval& interval);

}  // namespace attnref::test
