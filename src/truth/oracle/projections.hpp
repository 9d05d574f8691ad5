// Queries, keys and values, enclosed: X W in double-double, or given numbers, which are known exactly.
//
// The error of X W is sum_error(d_model) sum|X||W| (row_products.hpp).
#pragma once

#include "attnref/enclosure.hpp"
#include "truth/oracle/scaled_lines.hpp"

namespace attnref::oracle {

/// Queries and keys by row, the keys side by side; values by column, side by side.
struct Operands {
  ScaledLines queries, keys, values;
};

/// Sets queries, keys and values of e, and returns them as sums over them read them.
Operands enclose_projections(const Problem& problem, Enclosure& e);

}  // namespace attnref::oracle
