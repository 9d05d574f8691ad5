// Step 5 of the derivation, for what a row of returned weights sums to, about 1.
//
// Hypotheses. H2: numerator and denominator use the same float weight. H6: D > 0 holds of `row`. The judge sums in long
// double.
//
// All weights of a row are w^_j e^(+-a_A) / Z^ with one Z^, which is W e^(+-b) +- zs where W is the exact sum of the
// same w^: whatever the exponentials did, it cancels. So the sum lies in e^(+-a_A) / (e^(-+b) -+ r), r = zs / W, within
// G(a_A + b) + e^(a_A+b) r e^b / (1 - r e^b) of 1 (eq. row_sum_bound). Then comes what single weights lose: in products
// with rescaling factors (lam_N = (N-1) lam_acc e^(N l(eps_exp)), N blocks), a narrow store before the division (lam_p;
// its relative part is in u_A) and the division; the weights' store (u_A of the sum and n lam_A); and the judge's own
// summation, (n - 1) 2^-64 of the sum.
#pragma once

#include "truth/bounds/computed_weights.hpp"

#include <cstddef>

namespace attnref::bounds {

/// How far the sum may be from 1 before the weights are stored.
long double row_sum_error(const ComputedWeights& row, const Roundoffs& r);

/// The bound on row i's sum, where `error` is its error before the weights are stored.
void bound_row_sum(std::size_t i, long double error, std::size_t t_k, const Roundoffs& r, Bound& bound);

}  // namespace attnref::bounds
