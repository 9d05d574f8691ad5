// True values as numbers with bounds: the quick oracle's. What the chapters derive is held to the truth itself, and not
// to an implementation of it.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace attnref::docs_test {

/// Element (i, j) with its radius.
inline Measured at(const Enclosed& enclosed, std::size_t i, std::size_t j = 0) {
  const std::size_t n = enclosed.at(i, j);
  return {enclosed.mid[n], enclosed.rad[n]};
}

/// A number known exactly.
inline Measured exactly(long double x) { return {x, 0}; }

/// sqrt(n), right to a rounding of long double.
inline Measured root(std::size_t n) {
  const long double x = std::sqrt(static_cast<long double>(n));
  return {x, x * 0x1p-63L};
}

/// Whether two computations of one true value agree within their bounds, and the bounds are so narrow that agreement
/// says something: below a millionth of the larger value, or of `unit` where that is larger.
inline bool same(Measured a, Measured b, long double unit = 0) {
  const long double bound = a.bound + b.bound;
  const long double size = std::max({std::fabs(a.value), std::fabs(b.value), unit});
  return bound <= size * 0x1p-20L && std::fabs(a.value - b.value) <= bound;
}

/// Whether a <= b, as far as their bounds let one see.
inline bool at_most(Measured a, Measured b) { return a.value - a.bound <= b.value + b.bound; }

/// Whether a < b whatever the errors are.
inline bool surely_less(Measured a, Measured b) { return a.value + a.bound < b.value - b.bound; }

}  // namespace attnref::docs_test
