// Step 2 of the derivation: E_ij, the errors of the scores as they enter the softmax.
//
// Hypotheses. H1: each operation is exact(1 + d) + e, in any order or tree of a sum, fused or not. H2: the scale is on
// q, on k, on the score, or its root on both. H4: nothing overflows on the way; where it may, the error is infinite.
//
// (eq. score_sums, score_error, score_stores, scaled_stores)
//
//   F_j = |sigma| sum_k(dq|k| + |q|dk + dq dk);   H_j = |sigma| sum|q||k| + F_j;   g = G((1 + h_d + c) l(u_dot))
//   E = F_j + g H_j + lam_dot (1+g) [ max(1, |sigma|) t d_k + 1 ]
//       + lam_sigma (1+g) max(1, sqrt|sigma|) (sum(|q|+dq) + sum(|k|+dk)),   lam_sigma = lam_dot + (flush ? 0 : lam_in)
//   scale below the dot product's smallest normal number: E += 2 lam_dot (1+g) H_j / |sigma|
//   scores stored narrower: E += G(c_s l(u_s))(|s_j|+E) + c_s lam_s (1 + G(c_s l(u_s) + c l(u_dot))) max(1, |sigma|)
//   scaled q (or k, or both) stored narrower: dq + G(2 l(u_sq))(|q|+dq) for dq,
//       (lam_sigma + lam_sq)(1+u_in)(1 + G(2 l(u_sq))) for lam_sigma, and E += d_k lam_sigma^2 (1+g)
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "truth/bounds/operands.hpp"
#include "truth/bounds/roundoffs.hpp"
#include "truth/bounds/scaled.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// Queries and keys as the dot products see them, keys transposed.
struct ScoreFactors {
  long double sigma = 0;                    ///< |sigma|
  Scaled q, k;                              ///< |q|, |k|
  Scaled dq, dk, grown_k;                   ///< dq, dk, |k| + dk; empty where exact
  bool exact = true;                        ///< all dq and dk are 0
  std::vector<long double> q_sums, k_sums;  ///< sum(|q| + dq) of each query, sum(|k| + dk) of each key
  std::vector<long double> q_most, k_most;  ///< the largest |q| + dq of each query, the largest |k| + dk of each key
};

ScoreFactors score_factors(const KnownOperands& known, const Operand& q, const Operand& k, long double sigma,
                           const Roundoffs& r);

/// One row of E, and the room it is computed in.
struct ScoreErrors {
  std::vector<long double> error;  ///< E_j; infinite where something may overflow
  std::vector<double> products;    ///< sum|q||k|, in units
  std::vector<double> lacking_q;   ///< sum dq (|k| + dk), in units
  std::vector<double> lacking_k;   ///< sum |q|dk, in units
};

/// Row i of E, and of the bound on scores that are returned.
void score_errors(std::size_t i, const Enclosed& scores, const ScoreFactors& factors, const Profile& profile,
                  const Roundoffs& r, ScoreErrors& row, Bound& bound);

}  // namespace attnref::bounds
