// Steps 3 and 4 of the derivation: the shift, and a row of weights before they are divided by their sum.
//
// Hypotheses. H3: one shift a row; online, a running maximum (eq. merging), which a fused kernel rounds on its own if
// u_acc|s| < log 2 of all scores. H4: nothing overflows on the way. H5: exp >= 0, and right to eps_exp relatively or to
// lam_w. H6: D > 0. Where H3, H4 or H6 may fail, nothing is said.
//
// (eq. shift_interval, shift_distance, exponent_error, weight_underflow, denominator)
//
//   3 mulo = max_J(s-E)+m0, muhi = max_J(s+E)+m0, with a constant m0, which is 0 unless the profile adds one
//     mlo = mulo - (u_acc|mulo| + lam_acc), mhi = muhi + (u_acc|muhi| + lam_acc)
//     mlo = mulo, mhi = muhi where m0 = 0; both 0 where no maximum is subtracted
//     R_j = max(mhi-s_j, s_j-mlo) + E_j >= |s^_j - m'|
//     eta_j = E_j + G(c_sub l(u_acc)) R_j + N c' lam_acc + N l(eps_exp),   c' = c_sub if flush, else max(0, c_sub - 1)
//   4 om = e^{mhi-L};   z = om (N lam_w + lam_p) e^{N l(eps_exp)};   zs = om t (n+N) lam_acc e^{b + N l(eps_exp)}
//     D = e^{-b} sum_J max(0, A_j e^{-eta_j} - z) - zs
//
// N is the number of blocks, 1 unless the softmax is online. A computed weight is w^ = e^(s - m' + theta) + e, |theta|
// <= eta; divided by Z e^(M - m') = e^(L - m') it is A e^theta + e', |e'| <= z. The computed sum, likewise divided, is
// at least D.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "truth/bounds/roundoffs.hpp"
#include "truth/bounds/score_errors.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// One row of computed weights, beside the true ones A_j.
struct ComputedWeights {
  std::vector<long double> high;  ///< A_j, at most
  std::vector<double> near;       ///< the same as a double
  std::vector<double> growth;     ///< e^eta_j - 1
  std::vector<double> moved;      ///< A_j (e^eta_j - 1)
  std::vector<double> grown;      ///< A_j e^eta_j
  double all_moved = 0, all_grown = 0;
  double all_decayed = 0;  ///< sum A_j (1 - e^-eta_j)
  double all_least = 0;    ///< sum max(0, A_j e^-eta_j - z): the exact sum of computed weights is at least this
  long double shift_low = 0, shift_high = 0;      ///< mlo, mhi
  long double log_sum_low = 0, log_sum_high = 0;  ///< L
  long double omega = 0;                          ///< om = e^(mhi - L)
  long double z = 0, zs = 0;
  long double denominator = 0;     ///< D
  long double largest_weight = 0;  ///< no computed weight is above it

  explicit ComputedWeights(std::size_t n) : high(n), near(n), growth(n), moved(n), grown(n) {}
};

/// Row i of the weights. False where H4 or H6 does not hold: nothing is said of the row.
bool enclose_computed_weights(std::size_t i, const Enclosure& truth, const ScoreErrors& errors, const Profile& profile,
                              const Roundoffs& r, ComputedWeights& row);

}  // namespace attnref::bounds
