// Queries, keys and values, enclosed: X W in double-double, or given numbers, which are known exactly.
//
// The error of X W is sum_error(d_model) sum|X||W| (row_products.hpp).
#pragma once

#include "attnref/enclosure.hpp"
#include "problem/heads.hpp"
#include "problem/rows.hpp"
#include "truth/oracle/scaled_lines.hpp"

namespace attnref::oracle {

/// Queries and keys by row, the keys side by side; values by column, side by side.
struct Operands {
  ScaledLines queries, keys, values;
};

/// The head's queries of these rows, its keys and its values, as sums over them read them. Projections are set in e.
Operands operands(const Problem& problem, const Head& head, Rows rows, Enclosure& e);

}  // namespace attnref::oracle
