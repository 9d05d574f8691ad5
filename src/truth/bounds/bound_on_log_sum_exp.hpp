// Step 5 of the derivation, for the log-sum-exp: B_L.
//
// Hypotheses. H3: one shift a row, added back once. H5: log is right to eps_exp. H6: D > 0 holds of `row`.
//
// (eq. sum_error, lse_bound)
//
//   EZ = b + max( log1p(sum A(e^eta-1) + n z + zs), -log1p(-[sum A(1-e^{-eta}) + (n z + zs) e^b]) ), infinite where the
//        second logarithm's argument is not positive
//   E1 = EZ + eps_exp (max(L-mlo, mhi-L) + EZ) + lam_acc + G((c_sub-1) l(u_acc)) max(|mlo|,|mhi|) + c' lam_acc
//   E2 = E1 + u_acc(|L|+E1) + (flush: lam_acc);   B_L = E2 + u_out(|L|+E2) + lam_out
#pragma once

#include "truth/bounds/computed_weights.hpp"

#include <cstddef>

namespace attnref::bounds {

/// EZ: how far log of the computed sum may be from log sum e^(s - m').
long double error_of_log_sum(const ComputedWeights& row, const Roundoffs& r);

/// Row i of B_L. Returns E2, the error before the store.
long double bound_log_sum_exp(std::size_t i, const ComputedWeights& row, const Roundoffs& r, Bound& bound);

}  // namespace attnref::bounds
