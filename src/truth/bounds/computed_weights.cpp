// Steps 3 and 4: eta, z, zs and D of a row; what they assume stands in computed_weights.hpp.
#include "truth/bounds/computed_weights.hpp"

#include "truth/bounds/growth_above.hpp"
#include "truth/bounds/safe_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnref::bounds {
namespace {

/// 3: the shift lies in [mlo, mhi]: the largest computed score, plus a constant rounded once, or nothing at all.
void enclose_shift(std::size_t i, const Enclosed& scores, const ScoreErrors& errors, const Profile& profile,
                   const Roundoffs& r, ComputedWeights& row) {
  long double low = -infinity, high = -infinity;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const std::size_t n = scores.at(i, j);
    if (scores.mid[n] == -infinity) continue;
    low = larger(low, scores.mid[n] - scores.rad[n] - errors.error[j]);
    high = larger(high, scores.mid[n] + scores.rad[n] + errors.error[j]);
  }
  row.shift_low = row.shift_high = 0;
  if (profile.shifted) {
    row.shift_low = low + profile.shift;
    row.shift_high = high + profile.shift;
    if (profile.shift != 0) {
      row.shift_low -= r.acc.stored(std::fabs(row.shift_low), 0);
      row.shift_high += r.acc.stored(std::fabs(row.shift_high), 0);
    }
  }
  // The largest score computed, before it becomes the shift, is what the largest weight is made of.
  const long double reach = high - row.shift_low;
  row.largest_weight = std::exp(reach + r.g_sub * std::fabs(reach)) * r.growth_exps * inflation;
}

/// H3, of blocks: no exponential is of more than 0, or of more than a maximum's rounding where that is below log 2.
bool is_online(std::size_t i, const Enclosed& scores, const ScoreErrors& errors, const Profile& profile,
               const Roundoffs& r) {
  long double largest = 0;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const std::size_t n = scores.at(i, j);
    if (scores.mid[n] == -infinity) continue;
    largest = larger(largest, std::fabs(scores.mid[n]) + scores.rad[n] + errors.error[j]);
  }
  return profile.shift >= 0 && r.acc.u * largest < std::log(2.0L);
}

/// 3: eta_j is at least the error of the exponent, R_j = max(mhi - s_j, s_j - mlo) + E_j being at least |s^_j - m'|.
long double exponent_error(long double s_low, long double s_high, long double error, const Roundoffs& r,
                           const ComputedWeights& row) {
  const long double distance = larger(row.shift_high - s_low, s_high - row.shift_low) + error;
  return (error + r.g_sub * distance + r.blocks * r.under_sub + r.exps) * inflation;
}

/// 3: the terms of each key and their sums. False where the error of an exponent is not finite.
bool weigh_keys(std::size_t i, const Enclosure& truth, const ScoreErrors& errors, const Roundoffs& r,
                ComputedWeights& row) {
  const Enclosed &scores = truth[Part::scores], &weights = truth[Part::weights];
  const std::size_t t_k = scores.columns;
  const double z = above(row.z);
  double all_moved = 0, all_grown = 0, all_decayed = 0, all_least = 0;
  for (std::size_t j = 0; j < t_k; ++j) {
    const std::size_t n = scores.at(i, j);
    const long double s = scores.mid[n];
    if (s == -infinity) {
      row.high[j] = 0;
      row.near[j] = row.growth[j] = row.moved[j] = row.grown[j] = 0;
      continue;
    }
    const long double s_low = s - scores.rad[n], s_high = s + scores.rad[n];
    const long double eta = exponent_error(s_low, s_high, errors.error[j], r, row);
    if (!(eta < infinity)) return false;
    if (s_high - row.log_sum_low + eta < vanishing_exponent) {
      // Wherever in its bound this score is computed, its weight is below `tiny`.
      row.high[j] = as_real(t_k) * tiny;
      row.growth[j] = 0;
      row.near[j] = row.moved[j] = row.grown[j] = lost;
    } else {
      const long double high = weights.mid[n] + weights.rad[n];
      const double near = above(high), exponent = above(eta);
      const double grows = growth_above(exponent), decay = decay_above(exponent);
      row.high[j] = high;
      row.near[j] = near;
      row.growth[j] = grows;
      row.moved[j] = near * grows;
      row.grown[j] = near + near * grows;
      all_decayed += near * decay;
      const auto low = static_cast<double>(weights.mid[n] - weights.rad[n]);
      all_least += std::max(0.0, low * (1 - decay) - z);
    }
    all_moved += row.moved[j];
    all_grown += row.grown[j];
  }
  row.all_moved = all_moved;
  row.all_grown = all_grown;
  row.all_decayed = all_decayed;
  row.all_least = all_least;
  return true;
}

}  // namespace

bool enclose_computed_weights(std::size_t i, const Enclosure& truth, const ScoreErrors& errors, const Profile& profile,
                              const Roundoffs& r, ComputedWeights& row) {
  const Enclosed &scores = truth[Part::scores], &lse = truth[Part::lse];
  const std::size_t t_k = scores.columns;
  const long double n_keys = as_real(t_k);
  if (!(std::fabs(lse.mid[i]) + lse.rad[i] < infinity)) return false;
  row.log_sum_low = lse.mid[i] - lse.rad[i];
  row.log_sum_high = lse.mid[i] + lse.rad[i];
  enclose_shift(i, scores, errors, profile, r, row);
  if (profile.shifted && r.blocks > 1 && !is_online(i, scores, errors, profile, r)) return false;

  // H4: weights, their sum and its reciprocal stay within the accumulator's range.
  const long double smallest = smallest_normal(profile.accumulator);
  if (!(n_keys * row.largest_weight * (1 + r.growth_b) * smallest < 1)) return false;
  if (profile.stored_weights && !(row.largest_weight < largest_finite(*profile.stored_weights))) return false;
  // The ends are right to 2^-63 of themselves, and so is their difference.
  const long double rounded =
      (std::fabs(row.shift_high) + std::fabs(row.log_sum_low)) * (2 * std::numeric_limits<long double>::epsilon());
  row.omega = std::exp(row.shift_high - row.log_sum_low + rounded) * inflation;

  // 4: what underflows, in a weight and in the sum.
  row.z = row.omega * (r.blocks * r.lam_w + r.lam_p) * r.growth_exps;
  row.zs = row.omega * r.t * (n_keys + r.blocks) * r.acc.lam * (1 + r.growth_b) * r.growth_exps;
  if (!weigh_keys(i, truth, errors, r, row)) return false;

  // 4: D, less 2^-32 of its positive and negative parts for its evaluation.
  row.all_least -= 0x1p-32 * (row.all_least + static_cast<double>(t_k) * above(row.z));
  row.denominator = row.all_least / (1 + r.growth_b) - row.zs * (1 + 0x1p-32L);
  // H4 again: the reciprocal of the sum is at most omega / D.
  return row.denominator > lost && row.omega * smallest < row.denominator;
}

}  // namespace attnref::bounds
