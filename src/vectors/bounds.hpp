// What a vector asks of an honest implementation: per output and rounding profile one number, rounded up, which the
// manifest carries to consumers that have no error_bound.
#pragma once

#include "attnref/golden.hpp"
#include "vectors/vector_case.hpp"

#include <map>
#include <optional>
#include <string>

namespace attnref::vectors {

/// By output and by the name of a plain profile: the largest |computed - NAME.f64| that an implementation of that
/// profile can reach in any element with a finite exact value; absent where of some such element no bound says
/// anything. Elements that are NaN or infinite must be so.
using LargestBounds = PerPart<std::map<Dtype, std::optional<double>>>;

/// The bounds of the outputs asked for, in the plain profiles of f64, f32 and the inputs' dtype as far as these hold
/// the inputs. `golden` is the answer in f64. Rounded up to two decimal digits, so that the last bits of a long double,
/// which a mathematical library may choose, are not seen.
LargestBounds largest_bounds(const Case& one, const GoldenAnswer& golden);

/// The smallest number of two significant decimal digits that is no smaller than x >= 0, to the nearest double.
double rounded_up(long double x);

}  // namespace attnref::vectors
