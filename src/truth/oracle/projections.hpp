// Queries, keys and values, enclosed: X W in long double, or given numbers, which are known exactly.
//
// Each term of X W meets d_model roundings, so the error is at most (d_model + 1) u sum|X||W|.
#pragma once

#include "attnref/enclosure.hpp"

namespace attnref::oracle {

/// Sets queries, keys and values.
void enclose_projections(const Problem& problem, Enclosure& e);

}  // namespace attnref::oracle
