// Step 5, the weights; what is assumed stands in bound_on_weights.hpp.
#include "truth/bounds/bound_on_weights.hpp"

#include "truth/bounds/growth_above.hpp"
#include "truth/bounds/safe_side.hpp"

#include <cmath>

namespace attnref::bounds {

/// The same theta_j stands above and below the fraction, so that only the others' weight Ax_j moves A_j by it
/// (eq. weight_cancels):
/// A^ - A = { A [ Ax (e^theta - 1) + e^theta (e^alpha - 1) - sum_{l != j} A_l (e^theta_l - 1)
///                - sum_l A_l e^theta_l (e^beta - 1) ] + e' e^alpha - A sum e'_l e^beta - A e_s } / Den.
/// Sums over the others are prefix and suffix, never a subtraction from the whole.
void bound_weights(std::size_t i, const ComputedWeights& row, const Roundoffs& r, Bound& bound,
                   std::vector<double>& suffixes) {
  const std::size_t t_k = bound.columns;
  suffixes.resize(2 * t_k);
  double others = 0, others_moved = 0;
  for (std::size_t j = t_k; j-- > 0;) {
    suffixes[2 * j] = others;
    suffixes[2 * j + 1] = others_moved;
    others += row.near[j];
    others_moved += row.moved[j];
  }
  const long double reciprocal = 1 / row.denominator;
  const double from_sum = above(r.growth_b * row.all_grown), growth_a_A = above(r.growth_a_A);
  const long double from_others = row.z * as_real(t_k) * (1 + r.growth_b) + row.zs;
  const long double own = row.z * (1 + r.growth_a_A);
  const long double division = r.acc.lam * (1 + r.growth_a_A);
  double before = 0, before_moved = 0;
  for (std::size_t j = 0; j < t_k; ++j) {
    const std::size_t n = bound.at(i, j);
    const long double a = row.high[j];
    const double bracket = (before + suffixes[2 * j]) * row.growth[j] + (1 + row.growth[j]) * growth_a_A +
                           before_moved + suffixes[2 * j + 1] + from_sum;
    const long double error = (a * (bracket + from_others) + own) * reciprocal + division;
    bound.limit[n] = a == 0 ? 0 : published(error + r.weight_store.stored(a, error), a, r.weight_store.largest);
    before += row.near[j];
    before_moved += row.moved[j];
  }
}

void recompute_weights(std::size_t i, const Enclosed& scores, const ScoreErrors& errors, const ComputedWeights& row,
                       long double lse_error, const Roundoffs& r, std::vector<long double>& zeta) {
  // L^ is subtracted where no shift is, too.
  const long double g_sub = larger(r.g_sub, growth(log_roundoff(r.acc.u)));
  const long double under_sub = larger(r.under_sub, r.t > 1 ? r.acc.lam : 0);
  zeta.assign(scores.columns, 0);
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const std::size_t n = scores.at(i, j);
    const long double s = scores.mid[n];
    if (row.high[j] == 0) continue;
    const long double given_score = errors.error[j] + lse_error;
    const long double distance =
        larger(std::fabs(s - row.log_sum_low), std::fabs(s - row.log_sum_high)) + scores.rad[n];
    zeta[j] = (given_score + g_sub * (distance + given_score) + under_sub + log_roundoff(r.eps_exp)) * inflation;
    const bool negligible = s + scores.rad[n] - row.log_sum_low + zeta[j] < vanishing_exponent;
    if (negligible) zeta[j] = std::log(2.0L) * inflation;
  }
}

long double bound_recomputed_weights(std::size_t i, const std::vector<long double>& zeta, const ComputedWeights& row,
                                     const Roundoffs& r, Bound& bound) {
  long double sum = 0;
  for (std::size_t j = 0; j < bound.columns; ++j) {
    const std::size_t n = bound.at(i, j);
    const long double a = row.high[j];
    if (a == 0) continue;
    const long double error = a * growth_above(zeta[j]) + r.lam_w;
    sum += error;
    bound.limit[n] = published(error + r.weight_store.stored(a, error), a, r.weight_store.largest);
  }
  return sum;
}

}  // namespace attnref::bounds
