// Step 5 of the derivation, for an output that is made from weights recomputed as e^(s - L^): B_Y.
//
// Hypotheses. H1: each operation is exact(1 + d) + e, in any order or tree of a sum, fused or not. H2 in part: a weight
// is stored narrower once at most; nothing is divided, and no error cancels. H4: neither a weight nor a partial sum
// overflows; where one may, the bound is infinite.
//
// (eq. recomputed_output)
//
//   a' = (1 + h_y) l(u_acc) + l(u_p) + l(u_in)
//   B_Y = sum A_j|v_jc|(e^{zeta_j+a'}-1)
//         + e^a' [ sum A_j e^{zeta_j} dv_jc + (lam_w+lam_p) sum(|v_jc|+dv_jc) + t n lam_acc ]
//   then   B_Y += u_out(|Y_c|+B_Y) + lam_out
#pragma once

#include "truth/bounds/bound_on_output.hpp"
#include "truth/bounds/computed_weights.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// Row i of B_Y, where the weights are recomputed within `zeta` (bound_on_weights.hpp).
void bound_recomputed_output(std::size_t i, const Enclosed& output, const ComputedWeights& row,
                             const std::vector<long double>& zeta, const ValueFactors& factors, const Roundoffs& r,
                             Bound& bound);

}  // namespace attnref::bounds
