// A problem's exact results and what an honest implementation may answer, for judging a mistaken one.
#pragma once

#include "attnref/answer.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/golden.hpp"

namespace attnref::test {

/// A problem in f64 or f32 beside its exact results and its derived bounds.
struct BesideExact {
  Problem problem;
  Enclosure exact;
  Bounds bounds;
};

/// Whether the format holds every input, and the scale.
bool is_held_in(Dtype dtype, const Problem& problem);

/// The same numbers as a problem of the format, which holds them.
Problem in_format(Problem problem, Dtype dtype);

/// The same, with all that is known of it.
BesideExact beside_exact(Problem problem, Dtype dtype);

/// Whether a reply is wrong: no answer, another shape, a number beyond its bound, or NaN or infinity where another is
/// due. Where the bound is infinite no number is; and a problem that is declined is not answered wrongly.
bool is_wrong(const Reply& reply, const BesideExact& beside);

}  // namespace attnref::test
