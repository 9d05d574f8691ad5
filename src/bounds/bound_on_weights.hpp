// Step 5 of the derivation, for the weights: B_A, and its variant for weights recomputed from the log-sum-exp.
//
// Hypotheses. H2: numerator and denominator use the same float weight, up to one narrow store; then as in steps 3 and
// 4, of which `row` is the outcome, so that H6: D > 0 holds of it.
//
// (eq. weight_bound, recomputed_bound)
//
//   B_A = { A_j [ Ax_j(e^{eta_j}-1) + e^{eta_j}(e^{a_A}-1) + sum_{l!=j} A_l(e^{eta_l}-1) + (e^b-1) sum_l A_l e^{eta_l}
//   ]
//           + z(e^{a_A} + n A_j e^b) + A_j zs } / D + lam_acc e^{a_A};   then   B_A += u_A(A_j+B_A) + lam_A;   masked:
//           0
//   recomputed as e^(s-L^):   zeta = E_j + E2 + u_acc(|s_j-L|+E_j+E2) + l(eps_exp);   B_A = A_j(e^zeta-1) + lam_w, then
//   a store
#pragma once

#include "bounds/computed_weights.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// Row i of B_A. `suffixes` is room to sum in.
void bound_weights(std::size_t i, const ComputedWeights& row, const Roundoffs& r, Bound& bound,
                   std::vector<double>& suffixes);

/// Row i of the bound on weights recomputed as e^(s - L^), where L^ is within `lse_error` (E2) of L.
/// Returns the sum of their errors before they are stored.
long double bound_weights_from_lse(std::size_t i, const Enclosed& scores, const ScoreErrors& errors,
                                   const ComputedWeights& row, long double lse_error, const Roundoffs& r, Bound& bound);

}  // namespace attnref::bounds
