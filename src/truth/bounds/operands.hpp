// Step 1 of the derivation: the errors of queries, keys and values, given or projected, as the next operation reads
// them.
//
// Hypotheses. H1: each operation is exact(1 + d) + e with |d| <= u < 1, |e| <= lam, in any order or tree of a sum,
// fused or not. H4: nothing overflows on the way; where it may, the error is infinite.
//
// (eq. operand_error, operand_read)
//
//   e_x = projected ? G(2 (l(u_in) + l(u_c)) + (d_model+1) l(u_proj)) P_x
//                     + t d_model lam_proj (1 + G(d_model l(u_proj))) : 0
//   e_x += stored narrower (or cast) ? u_qkv(|x|+e_x) + lam_qkv : 0
//   dx = e_x + u_in(|x|+e_x) + lam_in,    where P_x = sum|X||W|
//   What X and W lose as they are cast (u_c, lam_c) and read, lam_r = lam_in + (1 + u_in) lam_c each:
//   e_x += (1+G) lam_r (sum|X| + sum|W| + d_model lam_r) if projected.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "truth/bounds/roundoffs.hpp"
#include "truth/known_numbers.hpp"

#include <vector>

namespace attnref::bounds {

/// x as an operation reads it is within dx of the true x.
struct Operand {
  bool exact = true;            ///< all dx are 0
  std::vector<long double> dx;  ///< empty where exact
  Bound bound;                  ///< of x as it is returned
};

struct Operands {
  Operand q, k, v;
};

/// Of the queries in `rows`, and of all keys and values; `known` has the same numbers.
Operands operands(const Problem& problem, Rows rows, const KnownOperands& known, const Roundoffs& r);

}  // namespace attnref::bounds
