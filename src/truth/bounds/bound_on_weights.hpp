// Step 5 of the derivation, for the weights: B_A, and its variant for weights recomputed from the log-sum-exp.
//
// Hypotheses. H2: numerator and denominator use the same float weight, up to one narrow store; then as in steps 3 and
// 4, of which `row` is the outcome, so that H6: D > 0 holds of it.
//
// (eq. weight_bound, recomputed_bound)
//
//   B_A = { A_j [ Ax_j(e^{eta_j}-1) + e^{eta_j}(e^{a_A}-1) + sum_{l!=j} A_l(e^{eta_l}-1)
//                 + (e^b-1) sum_l A_l e^{eta_l} ]
//           + z(e^{a_A} + n A_j e^b) + A_j zs } / D + lam_acc e^{a_A}
//   then   B_A += u_A(A_j+B_A) + lam_A;   a weight whose score is -inf: 0
//
//   recomputed as e^(s - L^), with at least one rounding in c_sub, and lam' >= lam_acc where the unit flushes:
//     zeta_j = E_j + E2 + G(c_sub l(u_acc)) (|s_j-L| + E_j + E2) + lam' + l(eps_exp)
//     B_A = A_j(e^{zeta_j}-1) + lam_w;   then the same store
#pragma once

#include "truth/bounds/computed_weights.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// Row i of B_A. `suffixes` is room to sum in.
void bound_weights(std::size_t i, const ComputedWeights& row, const Roundoffs& r, Bound& bound,
                   std::vector<double>& suffixes);

/// zeta_j of row i: a weight recomputed as e^(s - L^), where L^ is within `lse_error` (E2) of L, is A e^theta + e with
/// |theta| <= zeta and |e| <= lam_w. Of a weight too small for a long double log 2 stands in place of zeta: what such a
/// one adds is far below lam_w.
void recompute_weights(std::size_t i, const Enclosed& scores, const ScoreErrors& errors, const ComputedWeights& row,
                       long double lse_error, const Roundoffs& r, std::vector<long double>& zeta);

/// Row i of the bound on such weights. Returns the sum of their errors before they are stored.
long double bound_recomputed_weights(std::size_t i, const std::vector<long double>& zeta, const ComputedWeights& row,
                                     const Roundoffs& r, Bound& bound);

}  // namespace attnref::bounds
