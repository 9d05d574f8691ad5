// The bound on an implementation's error, for each element, from the data: steps 1 to 5 of the derivation.
//
// An implementation errs as its profile says (step 0, roundoffs.hpp): each operation is exact(1 + d) + e. What is known of
// the true values is an enclosure, so every bound takes the far end of it: the bounds increase in A, |v - Y|, |Y|, |s|, H
// and the shift, and decrease in D. They are upper bounds, so their own evaluation may be coarse: sums and relative errors
// run in double, what may be as small as a subnormal double or as large as a raw score in long double, and everything is
// inflated by 1 + 2^-30.
//
// Hypotheses. H1: each operation is exact(1 + d) + e, in any order or tree of a sum, fused or not; no Strassen, no split or
// truncating products. H2: numerator and denominator use the same float weight, up to one narrow store; the scale is on q,
// on k, on the score, or its root on both. H3: one shift a row; online, a running maximum. H4: nothing overflows on the way:
// where it may, the limit is infinite. H5: exp >= 0 and right to eps_exp or lam_w, log to eps_exp. H6: D > 0.
#include "attnref/error_bound.hpp"

#include "bounds/growth_above.hpp"
#include "bounds/roundoffs.hpp"
#include "bounds/scaled.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attnref {
namespace {

using bounds::inflation;
using bounds::lost;
using bounds::Roundoff;
using bounds::Roundoffs;
using bounds::Scaled;

constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double tiny = 0x1p-16300L;

long double as_real(std::size_t n) { return static_cast<long double>(n); }

/// std::max takes references, which sends long doubles through memory.
long double larger(long double a, long double b) { return a < b ? b : a; }

/// A double that is at least x >= 0.
double above(long double x) { return static_cast<double>(x) * (1 + 0x1p-50) + lost; }

/// The bound as it is published: infinite where it cannot be evaluated, or where the result may overflow.
long double published(long double bound, long double magnitude, long double largest) {
  const long double limit = bound * inflation;
  return magnitude + limit < largest ? limit : infinity;
}

/// log(1 + x) and -log(1 - x) for x >= 0, from above, without a logarithm where x is small.
long double log_above(long double x) { return x < 0x1p-20L ? x : std::log1p(x); }
long double minus_log_above(long double x) { return x < 0x1p-20L ? x * (1 + x) : x < 1 ? -std::log1p(-x) : infinity; }

// ---- Step 1: queries, keys, values -----------------------------------------------------------------------------------

/// |x| <= high, and x as an operation reads it is within dx of x.
struct Operand {
  bool exact = true;                ///< all dx are 0
  std::vector<long double> dx;      ///< empty where exact
  Bound bound;                      ///< of x as it is returned
};

/// Given numbers: cast if the profile stores them narrower than they come, then rounded if a product rounds its inputs.
Operand given(const Enclosed& truth, const Roundoffs& r) {
  Operand operand{true, {}, Bound(truth.rows, truth.columns)};
  operand.exact = r.qkv.u == 0 && r.u_in == 0 && r.lam_in == 0;
  for (std::size_t n = 0; n < truth.mid.size(); ++n) {
    const long double x = std::fabs(truth.mid[n]);
    operand.bound.trivial[n] = x;
    if (!std::isfinite(x)) operand.bound.limit[n] = infinity;
    if (operand.exact) continue;
    const long double e = r.qkv.u > 0 ? r.qkv.stored(x, 0) : 0;
    operand.dx.push_back(r.qkv.u > 0 && x + e >= r.qkv.largest ? infinity : e + r.u_in * (x + e) + r.lam_in);
  }
  return operand;
}

/// X and W as the products of step 1 see them.
struct Factor {
  Scaled magnitudes;
  std::vector<long double> sums;  ///< of magnitudes, by row of X or column of W
};

Factor rows_of(const Tensor& x) {
  Factor f{bounds::scale_rows(x.rows(), x.columns(), [&](std::size_t i, std::size_t c) { return std::fabs(x(i, c)); }),
           std::vector<long double>(x.rows())};
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t c = 0; c < x.columns(); ++c) f.sums[i] += std::fabs(x(i, c));
  }
  return f;
}

Factor columns_of(const Tensor& w) {
  Factor f{bounds::scale_columns(w.rows(), w.columns(), [&](std::size_t k, std::size_t c) { return std::fabs(w(k, c)); }),
           std::vector<long double>(w.columns())};
  for (std::size_t k = 0; k < w.rows(); ++k) {
    for (std::size_t c = 0; c < w.columns(); ++c) f.sums[c] += std::fabs(w(k, c));
  }
  return f;
}

/// x = X W: P = sum |X||W|; every term meets at most d_model roundings and two of its factors; then stores.
Operand projected(const Enclosed& truth, const Factor& x, const Factor& w, const Roundoffs& r) {
  Operand operand{false, std::vector<long double>(truth.mid.size()), Bound(truth.rows, truth.columns)};
  std::vector<double> sums(truth.columns);
  for (std::size_t i = 0; i < truth.rows; ++i) {
    std::fill(sums.begin(), sums.end(), lost);
    bounds::add_product(x.magnitudes.row(i), w.magnitudes, sums.data());
    for (std::size_t c = 0; c < truth.columns; ++c) {
      const std::size_t n = truth.at(i, c);
      const long double p = sums[c] * (x.magnitudes.units[i] * w.magnitudes.units[c]) * inflation;
      const long double magnitude = std::fabs(truth.mid[n]) + truth.rad[n];
      long double e = r.g_proj * p + r.under_proj;
      if (r.lam_in > 0) {
        e += (1 + r.g_proj) * r.lam_in * (x.sums[i] + w.sums[c] + r.lam_in * as_real(w.magnitudes.rows)) * inflation;
      }
      if (!(p + e < r.proj.largest)) e = infinity;
      if (r.qkv.u > 0) e += r.qkv.stored(magnitude, e);
      if (r.qkv.u > 0 && !(magnitude + e < r.qkv.largest)) e = infinity;
      operand.dx[n] = e + r.u_in * (magnitude + e) + r.lam_in;
      const long double returned = r.qkv.u > 0 ? e : e + r.output.stored(magnitude, e);
      operand.bound.limit[n] = published(returned, magnitude, r.output.largest);
      operand.bound.trivial[n] = p;
    }
  }
  return operand;
}

// ---- Step 2: scores --------------------------------------------------------------------------------------------------

/// Queries and keys as the dot products see them.
struct ScoreFactors {
  long double sigma = 0;                    ///< |sigma|
  Scaled q, k;                              ///< |q|, and |k| transposed
  Scaled dq, dk, grown_k;                   ///< dq, dk, |k| + dk; empty where exact
  bool exact = true;
  std::vector<long double> q_sums, k_sums;  ///< sum(|q| + dq) of each query, and of each key
};

ScoreFactors score_factors(const Enclosure& truth, const Operand& q, const Operand& k, long double sigma) {
  const std::size_t d_k = truth.queries.columns;
  ScoreFactors f;
  f.sigma = std::fabs(sigma);
  f.exact = q.exact && k.exact;
  const auto far = [](const Enclosed& x, std::size_t n) { return std::fabs(x.mid[n]) + x.rad[n]; };
  const auto error = [](const Operand& x, std::size_t n) { return x.exact ? 0.0L : x.dx[n]; };
  const auto q_at = [&](std::size_t i, std::size_t c) { return truth.queries.at(i, c); };
  const auto k_at = [&](std::size_t c, std::size_t j) { return truth.keys.at(j, c); };
  const auto high_q = [&](std::size_t i, std::size_t c) { return far(truth.queries, q_at(i, c)); };
  const auto high_k = [&](std::size_t c, std::size_t j) { return far(truth.keys, k_at(c, j)); };
  const auto error_q = [&](std::size_t i, std::size_t c) { return error(q, q_at(i, c)); };
  const auto error_k = [&](std::size_t c, std::size_t j) { return error(k, k_at(c, j)); };
  f.q = bounds::scale_rows(truth.queries.rows, d_k, high_q);
  f.k = bounds::scale_columns(d_k, truth.keys.rows, high_k);
  if (!f.exact) {
    f.dq = bounds::scale_rows(truth.queries.rows, d_k, error_q);
    f.dk = bounds::scale_columns(d_k, truth.keys.rows, error_k);
    f.grown_k = bounds::scale_columns(d_k, truth.keys.rows,
                                      [&](std::size_t c, std::size_t j) { return high_k(c, j) + error_k(c, j); });
  }
  f.q_sums.resize(truth.queries.rows);
  f.k_sums.resize(truth.keys.rows);
  for (std::size_t i = 0; i < truth.queries.rows; ++i) {
    for (std::size_t c = 0; c < d_k; ++c) f.q_sums[i] += high_q(i, c) + error_q(i, c);
  }
  for (std::size_t j = 0; j < truth.keys.rows; ++j) {
    for (std::size_t c = 0; c < d_k; ++c) f.k_sums[j] += high_k(c, j) + error_k(c, j);
  }
  return f;
}

/// The errors E_j of one row's scores, as they enter the softmax.
struct Scores {
  std::vector<long double> error;     ///< E_j; infinite where something may overflow
  std::vector<double> sums, lacking;  // scratch
};

void score_errors(std::size_t i, const Enclosed& scores, const ScoreFactors& f, const Profile& profile, const Roundoffs& r,
                  Scores& row, Bound& bound) {
  const std::size_t t_k = scores.columns;
  const long double d_k = as_real(f.q.columns);
  const long double at_least_1 = std::max(1.0L, f.sigma), root = std::max(1.0L, std::sqrt(f.sigma));
  const bool raw_is_stored = profile.c_s >= 2;
  row.error.assign(t_k, 0);
  row.sums.assign(t_k, lost);
  bounds::add_product(f.q.row(i), f.k, row.sums.data());
  if (!f.exact) {
    row.lacking.assign(2 * t_k, lost);
    bounds::add_product(f.dq.row(i), f.grown_k, row.lacking.data());
    bounds::add_product(f.q.row(i), f.dk, row.lacking.data() + t_k);
  }
  // What the dot product, the scale and their underflows add. The products of a scaled q (or k, or of both with the root)
  // underflow unscaled, those of the raw dot product scaled: hence max(1, |sigma|) of them.
  const long double per_row = at_least_1 * r.t * d_k + root * f.q_sums[i] + 1;
  // A scale below the smallest normal number may itself lose lam when it is rounded to the format.
  const long double lost_of_sigma = f.sigma < smallest_normal(profile.accumulator) && f.sigma > 0 ? r.dot.lam : 0;
  for (std::size_t j = 0; j < t_k; ++j) {
    const std::size_t n = scores.at(i, j);
    const long double s = std::fabs(scores.mid[n]) + scores.rad[n];
    if (!(s < infinity)) {
      bound.limit[n] = infinity;
      continue;  // -inf exactly, a weight of 0; a NaN or +inf ends the row
    }
    const long double product = row.sums[j] * (f.q.units[i] * f.k.units[j]) * inflation;
    long double raw_x = 0;  // X_j before the scale
    if (!f.exact) {
      raw_x = (row.lacking[j] * (f.dq.units[i] * f.grown_k.units[j]) +
               row.lacking[t_k + j] * (f.q.units[i] * f.dk.units[j])) * inflation;
    }
    const long double raw = product + raw_x;
    long double e = f.sigma * raw_x + r.g_dot * f.sigma * raw + r.under_dot * (per_row + root * f.k_sums[j]) +
                    lost_of_sigma * raw;
    const long double largest = larger(raw * (1 + r.g_dot), larger(f.q_sums[i], f.k_sums[j]));
    if (!(at_least_1 * largest < r.dot.largest)) e = infinity;  // H4
    const long double computed = e;
    if (r.score_store.u > 0) {
      e += r.g_store * (s + e) + r.under_store * at_least_1;
      const long double stored = raw_is_stored && f.sigma < 1 ? (s + e) / f.sigma : s + e;
      if (!(stored < r.score_store.largest)) e = infinity;  // H4
    }
    row.error[j] = e * inflation;
    const long double returned = r.score_store.u > 0 ? e : computed + r.output.stored(s, computed);
    bound.limit[n] = published(returned, s, r.output.largest);
    bound.trivial[n] = f.sigma * product;
  }
}

// ---- Steps 3 and 4: the shift, and weights before they are divided ---------------------------------------------------

/// A computed weight is w^ = e^(s - m' + theta) + e, |theta| <= eta; divided by Z e^(M - m') = e^(L - m') it is
/// A e^theta + e', |e'| <= z. The computed sum, likewise divided, is at least D.
struct Row {
  std::vector<long double> high;    ///< A_j, at most
  std::vector<double> near;         ///< the same as a double
  std::vector<double> growth;       ///< e^eta_j - 1
  std::vector<double> moved;        ///< A_j (e^eta_j - 1)
  std::vector<double> grown;        ///< A_j e^eta_j
  double all_moved = 0, all_grown = 0;
  double all_decayed = 0;           ///< sum A_j (1 - e^-eta_j)
  double all_least = 0;             ///< sum max(0, A_j e^-eta_j - z): the exact sum of computed weights is at least this
  long double shift_low = 0, shift_high = 0;  ///< mlo, mhi
  long double log_sum_low = 0, log_sum_high = 0;  ///< L
  long double omega = 0;            ///< e^(mhi - L)
  long double z = 0, zs = 0;
  long double denominator = 0;      ///< D
  long double largest_weight = 0;   ///< no computed weight is above it

  explicit Row(std::size_t n) : high(n), near(n), growth(n), moved(n), grown(n) {}
};

/// The shift lies in [mlo, mhi]: the largest computed score, plus a constant rounded once, or nothing at all.
void enclose_shift(std::size_t i, const Enclosed& scores, const Scores& errors, const Profile& profile,
                   const Roundoffs& r, Row& row) {
  long double low = -infinity, high = -infinity;
  for (std::size_t j = 0; j < scores.columns; ++j) {
    const std::size_t n = scores.at(i, j);
    if (scores.mid[n] == -infinity) continue;
    low = larger(low, scores.mid[n] - scores.rad[n] - errors.error[j]);
    high = larger(high, scores.mid[n] + scores.rad[n] + errors.error[j]);
  }
  // The largest score computed, before it becomes the shift, is what the largest weight is made of.
  row.largest_weight = high;
  row.shift_low = row.shift_high = 0;
  if (profile.shifted) {
    row.shift_low = low + profile.shift;
    row.shift_high = high + profile.shift;
    if (profile.shift != 0) {
      row.shift_low -= r.acc.stored(std::fabs(row.shift_low), 0);
      row.shift_high += r.acc.stored(std::fabs(row.shift_high), 0);
    }
  }
  row.largest_weight = std::exp(row.largest_weight - row.shift_low) * inflation;
}

/// False where H4 or H6 does not hold: nothing is said of the row.
bool weigh(std::size_t i, const Enclosure& truth, const Scores& errors, const Profile& profile, const Roundoffs& r,
           Row& row) {
  const std::size_t t_k = truth.scores.columns;
  const long double n_keys = as_real(t_k);
  if (!(std::fabs(truth.lse.mid[i]) + truth.lse.rad[i] < infinity)) return false;
  row.log_sum_low = truth.lse.mid[i] - truth.lse.rad[i];
  row.log_sum_high = truth.lse.mid[i] + truth.lse.rad[i];
  enclose_shift(i, truth.scores, errors, profile, r, row);

  // H4: weights, their sum and its reciprocal stay within the accumulator's range.
  const long double smallest = smallest_normal(profile.accumulator);
  if (!(n_keys * row.largest_weight * smallest < 1)) return false;
  row.omega = std::exp(row.shift_high - row.log_sum_low) * inflation;
  if (!(row.omega * smallest < 1)) return false;

  // 4: z = om (B lam_w + lam_p) e^(B l(eps_exp));  zs = om t (n+B) lam_acc e^b
  row.z = row.omega * (r.blocks * r.lam_w + r.lam_p) * r.growth_exps;
  row.zs = row.omega * r.t * (n_keys + r.blocks) * r.acc.lam * (1 + r.growth_b);

  const double z = above(row.z);
  row.all_moved = row.all_grown = row.all_decayed = row.all_least = 0;
  for (std::size_t j = 0; j < t_k; ++j) {
    const std::size_t n = truth.scores.at(i, j);
    const long double s = truth.scores.mid[n], error = errors.error[j];
    if (s == -infinity) {
      row.high[j] = 0;
      row.near[j] = row.growth[j] = row.moved[j] = row.grown[j] = 0;
      continue;
    }
    const long double s_low = s - truth.scores.rad[n], s_high = s + truth.scores.rad[n];
    // 3: R_j = max(mhi - s_j, s_j - mlo) + E_j is at least |s^_j - m'|;  eta_j = E_j + G(c_sub l(u_acc)) R_j + B l(eps_exp)
    const long double distance = larger(row.shift_high - s_low, s_high - row.shift_low) + error;
    const long double eta = (error + r.g_sub * distance + r.under_sub + r.exps) * inflation;
    if (!(eta < infinity)) return false;
    if (s_high - row.log_sum_low + eta < -11300) {
      // Wherever in its bound this score is computed, its weight is below the oracle's `tiny`.
      row.high[j] = n_keys * tiny;
      row.growth[j] = 0;
      row.near[j] = row.moved[j] = row.grown[j] = lost;
    } else {
      row.high[j] = truth.weights.mid[n] + truth.weights.rad[n];
      row.near[j] = above(row.high[j]);
      row.growth[j] = bounds::growth_above(above(eta));
      row.moved[j] = row.near[j] * row.growth[j];
      row.grown[j] = row.near[j] + row.moved[j];
      const double decay = bounds::decay_above(above(eta));
      row.all_decayed += row.near[j] * decay;
      const auto low = static_cast<double>(truth.weights.mid[n] - truth.weights.rad[n]);
      row.all_least += std::max(0.0, low * (1 - decay) - z);
    }
    row.all_moved += row.moved[j];
    row.all_grown += row.grown[j];
  }
  // 4: D = e^-b sum max(0, A e^-eta - z) - zs, less 2^-32 of its positive and negative parts for its evaluation
  row.all_least -= 0x1p-32 * (row.all_least + static_cast<double>(t_k) * z);
  row.denominator = row.all_least / (1 + r.growth_b) - row.zs * (1 + 0x1p-32L);
  return row.denominator > lost;
}

// ---- Step 5: weights, output, log-sum-exp, row sums ------------------------------------------------------------------

/// B_A: the same theta_j stands above and below the fraction, so that only the others' weight Ax_j moves A_j by it:
/// A^ - A = { A [ Ax (e^theta - 1) + e^theta (e^alpha - 1) - sum_{l != j} A_l (e^theta_l - 1) - sum_l A_l e^theta_l (e^beta - 1) ]
///            + e' e^alpha - A sum e'_l e^beta - A e_s } / Den.   Sums over the others are prefix and suffix.
void bound_weights(std::size_t i, const Enclosed& weights, const Row& row, const Roundoffs& r, Bound& bound,
                   std::vector<double>& suffixes) {
  const std::size_t t_k = weights.columns;
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
    const std::size_t n = weights.at(i, j);
    const long double a = row.high[j];
    const double bracket = (before + suffixes[2 * j]) * row.growth[j] + (1 + row.growth[j]) * growth_a_A + before_moved +
                           suffixes[2 * j + 1] + from_sum;
    const long double error = (a * (bracket + from_others) + own) * reciprocal + division;
    bound.limit[n] = a == 0 ? 0 : published(error + r.weight_store.stored(a, error), a, r.weight_store.largest);
    before += row.near[j];
    before_moved += row.moved[j];
  }
}

/// Weights recomputed as e^(s - L^), where L^ is within `lse_error` of L:
/// zeta = E + E2 + (the subtraction's rounding) + l(eps_exp), and |A^ - A| <= A (e^zeta - 1) + lam_w, then stored.
/// Returns the sum of those errors before they are stored.
long double bound_weights_from_lse(std::size_t i, const Enclosure& truth, const Scores& errors, const Row& row,
                                   long double lse_error, const Profile& profile, const Roundoffs& r, Bound& bound) {
  const long double g_sub = std::max(r.g_sub, growth(log_roundoff(profile.u_acc)));
  long double sum = 0;
  for (std::size_t j = 0; j < truth.weights.columns; ++j) {
    const std::size_t n = truth.weights.at(i, j);
    const long double a = row.high[j];
    if (a == 0) continue;
    const long double given_score = errors.error[j] + lse_error;
    const long double distance = std::max(std::fabs(truth.scores.mid[n] - row.log_sum_low),
                                          std::fabs(truth.scores.mid[n] - row.log_sum_high)) + truth.scores.rad[n];
    const long double zeta = given_score + g_sub * (distance + given_score) + r.under_sub + log_roundoff(r.eps_exp);
    const bool negligible = truth.scores.mid[n] + truth.scores.rad[n] - row.log_sum_low + zeta < -11300;
    const long double error = a * (negligible ? 1 : bounds::growth_above(zeta * inflation)) + r.lam_w;
    sum += error;
    bound.limit[n] = published(error + r.weight_store.stored(a, error), a, r.weight_store.largest);
  }
  return sum;
}

/// The values as the sums over keys see them, by column.
struct ValueFactors {
  Scaled v;                             ///< signed midpoints
  Scaled dv;                            ///< empty where exact
  bool exact = true;
  std::vector<long double> sums;        ///< sum(|v| + dv)
  std::vector<long double> largest;     ///< of |v| + dv
  std::vector<long double> radius;      ///< the largest radius of the enclosures
  std::vector<long double> hull;        ///< max v - min v; max|v| where that is 0
};

ValueFactors value_factors(const Enclosed& values, const Operand& operand) {
  ValueFactors f;
  f.exact = operand.exact;
  f.v = bounds::scale_columns(values.rows, values.columns,
                              [&](std::size_t j, std::size_t c) { return values.mid[values.at(j, c)]; });
  if (!f.exact) {
    f.dv = bounds::scale_columns(values.rows, values.columns,
                                 [&](std::size_t j, std::size_t c) { return operand.dx[values.at(j, c)]; });
  }
  f.sums.resize(values.columns);
  f.largest.resize(values.columns);
  f.radius.resize(values.columns);
  std::vector<long double> least(values.columns, infinity), most(values.columns, -infinity);
  for (std::size_t j = 0; j < values.rows; ++j) {
    for (std::size_t c = 0; c < values.columns; ++c) {
      const std::size_t n = values.at(j, c);
      const long double high = std::fabs(values.mid[n]) + values.rad[n] + (f.exact ? 0 : operand.dx[n]);
      f.sums[c] += high;
      f.largest[c] = larger(f.largest[c], high);
      f.radius[c] = larger(f.radius[c], values.rad[n]);
      least[c] = -larger(-least[c], -values.mid[n]);
      most[c] = larger(most[c], values.mid[n]);
    }
  }
  f.hull.resize(values.columns);
  for (std::size_t c = 0; c < values.columns; ++c) {
    f.hull[c] = most[c] > least[c] ? most[c] - least[c] : std::max(std::fabs(most[c]), std::fabs(least[c]));
  }
  return f;
}

/// B_Y:  Y^ - Y = { sum A e^theta [ (v - Y) + (e^alpha - 1) v - (e^beta - 1) Y + e^alpha dv ] + underflow } / Den,
/// where sum A (v - Y) = 0 is subtracted, so that v - Y meets only e^theta - 1.
void bound_output(std::size_t i, const Enclosed& output, const Row& row, const ValueFactors& f, const Roundoffs& r,
                  Bound& bound, std::vector<double>& sums) {
  const std::size_t t_k = row.high.size(), d_v = output.columns;
  const long double n_keys = as_real(t_k);
  sums.assign(4 * d_v, 0);
  double* const distances = sums.data();         // sum A (e^eta - 1) |v - Y|
  double* const magnitudes = sums.data() + d_v;  // sum A e^eta |v|
  double* const errors = sums.data() + 2 * d_v;  // sum A e^eta dv
  double* const y = sums.data() + 3 * d_v;       // Y's midpoint in the column's unit
  for (std::size_t c = 0; c < d_v; ++c) {
    y[c] = f.v.units[c] > 0 ? static_cast<double>(output.mid[output.at(i, c)] / f.v.units[c]) : 0;
  }
  for (std::size_t j = 0; j < t_k; ++j) {
    const double moved = row.moved[j], grown = row.grown[j];
    const double* v = f.v.row(j);
    for (std::size_t c = 0; c < d_v; ++c) {
      distances[c] += moved * std::fabs(v[c] - y[c]);
      magnitudes[c] += grown * std::fabs(v[c]);
    }
    if (f.exact) continue;
    const double* dv = f.dv.row(j);
    for (std::size_t c = 0; c < d_v; ++c) errors[c] += grown * dv[c];
  }
  const long double grow_a = 1 + r.growth_a, grow_b = 1 + r.growth_b;
  const long double reciprocal = 1 / row.denominator;
  const long double on_y = r.growth_b * row.all_grown + row.z * n_keys * grow_b + row.zs;
  const long double additions = r.t * (n_keys + r.blocks) * r.acc.lam * larger(1, row.omega * reciprocal);
  const long double largest_weight = larger(1, row.largest_weight);
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t n = output.at(i, c);
    const long double magnitude = std::fabs(output.mid[n]) + output.rad[n];
    bound.limit[n] = infinity;
    if (!(magnitude < infinity)) continue;
    if (!(n_keys * largest_weight * f.largest[c] < r.acc.largest)) continue;  // H4
    const long double unit = f.v.units[c];
    // v and Y as doubles and their difference are right to 2^-51 units.
    const long double moved_by = distances[c] * unit + row.all_moved * (f.radius[c] + output.rad[n] + 0x1p-50L * unit);
    const long double on_v = r.growth_a * (magnitudes[c] * unit + row.all_grown * f.radius[c]);
    const long double from_dv = f.exact ? 0 : grow_a * (errors[c] + lost) * f.dv.units[c];
    const long double numerator = moved_by + on_v + from_dv + row.z * grow_a * f.sums[c] + on_y * magnitude + lost * unit;
    const long double error = numerator * reciprocal + grow_a * ((r.acc.lam + r.lam_p) * f.sums[c] + additions) + r.acc.lam;
    bound.limit[n] = published(error + r.output.stored(magnitude, error), magnitude, r.output.largest);
  }
}

/// B_L. log Z^ differs from log sum e^(s - m') by at most EZ, then comes the logarithm, the addition of the shift, and a
/// store. Returns E2, the error before the store.
long double bound_log_sum_exp(std::size_t i, const Row& row, const Roundoffs& r, std::size_t t_k, Bound& bound) {
  const long double underflow = as_real(t_k) * row.z + row.zs;
  const long double sum_error = r.b + std::max(log_above(row.all_moved + underflow),
                                               minus_log_above(row.all_decayed + underflow * (1 + r.growth_b)));
  const long double of_logarithm = std::max(row.log_sum_high - row.shift_low, row.shift_high - row.log_sum_low);
  const long double shift = std::max(std::fabs(row.shift_low), std::fabs(row.shift_high));
  const long double magnitude = std::max(std::fabs(row.log_sum_low), std::fabs(row.log_sum_high));
  const long double e1 = sum_error + r.eps_exp * (of_logarithm + sum_error) + r.acc.lam + r.g_shift * shift + r.under_sub;
  const long double e2 = e1 + r.acc.u * (magnitude + e1) + (r.t > 1 ? r.acc.lam : 0);
  bound.limit[i] = published(e2 + r.output.stored(magnitude, e2), magnitude, r.output.largest);
  return e2;
}

/// The sum of a row of weights, as returned, about 1. All its weights are w^_j e^(+-a_A) / Z^ with one Z^, which is
/// W e^(+-b) +- zs where W is the exact sum of the same w^: whatever the exponentials did, it cancels. So the sum lies in
/// e^(+-a_A) / (e^(-+b) -+ r), r = zs / W, within G(a_A + b) + e^(a_A+b) r e^b / (1 - r e^b) of 1. Then come a narrow store
/// before the division (lam_p; its relative part is in u_A), each division's underflow, the weights' store (u_A of the sum
/// and n lam_A) and the judge's own summation in long double, (n - 1) 2^-64 of the sum.
long double row_sum_error(const Row& row, const Roundoffs& r, std::size_t t_k) {
  const long double n_keys = as_real(t_k);
  const long double grow = (1 + r.growth_a_A) * (1 + r.growth_b);
  const long double ratio = row.zs / row.all_least * (1 + r.growth_b);
  if (!(ratio < 1)) return infinity;
  return r.growth_a_A + r.growth_b + r.growth_a_A * r.growth_b + grow * ratio / (1 - ratio) +
         n_keys * (1 + r.growth_a_A) * (r.acc.lam + row.omega * r.lam_p / row.denominator);
}

void bound_row_sum(std::size_t i, long double error, const Roundoffs& r, std::size_t t_k, Bound& bound) {
  const long double n_keys = as_real(t_k);
  const long double stored = error + r.weight_store.u * (1 + error) + n_keys * r.weight_store.lam;
  bound.limit[i] = published(stored + n_keys * 0x1p-64L * (1 + stored), 1, infinity);
}

void bound_rows(const Enclosure& truth, const Profile& profile, const Roundoffs& r,
                const ScoreFactors& factors, const ValueFactors& values, Bounds& result) {
  const std::size_t t_q = truth.scores.rows, t_k = truth.scores.columns;
  Scores scores;
  Row row(t_k);
  std::vector<double> suffixes, sums;
  for (std::size_t i = 0; i < t_q; ++i) {
    score_errors(i, truth.scores, factors, profile, r, scores, result.scores);
    if (!weigh(i, truth, scores, profile, r, row)) {
      const auto mute = [i](Bound& bound) {
        std::fill_n(bound.limit.begin() + static_cast<std::ptrdiff_t>(i * bound.columns), bound.columns, infinity);
      };
      for (Bound* bound : {&result.weights, &result.output, &result.lse, &result.row_sums}) mute(*bound);
      continue;
    }
    const long double lse_error = bound_log_sum_exp(i, row, r, t_k, result.lse);
    long double sum_error = 0;
    if (profile.weights_from_lse) {
      sum_error = bound_weights_from_lse(i, truth, scores, row, lse_error, profile, r, result.weights);
    } else {
      bound_weights(i, truth.weights, row, r, result.weights, suffixes);
      sum_error = row_sum_error(row, r, t_k);
    }
    bound_row_sum(i, sum_error, r, t_k, result.row_sums);
    bound_output(i, truth.output, row, values, r, result.output, sums);
  }
}

/// What any answer in range is within: weights in [0, 1], output in the hull of the values.
void set_trivial(const Enclosure& truth, const ValueFactors& values, Bounds& result) {
  for (std::size_t n = 0; n < truth.weights.mid.size(); ++n) {
    result.weights.trivial[n] = larger(truth.weights.mid[n], 1 - truth.weights.mid[n]);
  }
  for (std::size_t i = 0; i < truth.output.rows; ++i) {
    std::copy(values.hull.begin(), values.hull.end(),
              result.output.trivial.begin() + static_cast<std::ptrdiff_t>(i * truth.output.columns));
  }
  std::fill(result.lse.trivial.begin(), result.lse.trivial.end(), std::log(2.0L));
  std::fill(result.row_sums.trivial.begin(), result.row_sums.trivial.end(), 1.0L);
}

/// No keys: zeros and -inf by definition (or NaN, on request, of which no bound speaks); nothing is summed.
void bound_empty_rows(const Enclosure& truth, Bounds& result) {
  for (std::size_t n = 0; n < truth.output.mid.size(); ++n) {
    result.output.limit[n] = std::isnan(truth.output.mid[n]) ? infinity : 0;
    result.output.trivial[n] = 1;
  }
  std::fill(result.lse.trivial.begin(), result.lse.trivial.end(), std::log(2.0L));
  std::fill(result.row_sums.limit.begin(), result.row_sums.limit.end(), infinity);
}

}  // namespace

Bounds error_bound(const Problem& problem, const Enclosure& truth, const Profile& profile) {
  if (problem.beyond_the_core()) {
    throw std::invalid_argument("error bound: expected unmasked attention of one head, found a mask, a bias, heads or "
                                "another choice beyond the core");
  }
  const Sizes& sizes = problem.sizes;
  const Roundoffs r = bounds::roundoffs(profile, problem);
  Operand q, k, v;
  if (problem.projected()) {
    const Factor x = rows_of(problem.at("x"));
    q = projected(truth.queries, x, columns_of(problem.at("wq")), r);
    k = projected(truth.keys, x, columns_of(problem.at("wk")), r);
    v = projected(truth.values, x, columns_of(problem.at("wv")), r);
  } else {
    q = given(truth.queries, r);
    k = given(truth.keys, r);
    v = given(truth.values, r);
  }
  Bounds result;
  result.scores = Bound(sizes.t_q, sizes.t_k);
  result.weights = Bound(sizes.t_q, sizes.t_k);
  result.output = Bound(sizes.t_q, sizes.d_v);
  result.lse = Bound(sizes.t_q, 1);
  result.row_sums = Bound(sizes.t_q, 1);
  if (sizes.t_k == 0) {
    bound_empty_rows(truth, result);
  } else {
    const long double sigma = problem.scale ? static_cast<long double>(*problem.scale) : 1 / std::sqrt(as_real(sizes.d_k));
    const ValueFactors values = value_factors(truth.values, v);
    bound_rows(truth, profile, r, score_factors(truth, q, k, sigma), values, result);
    set_trivial(truth, values, result);
  }
  result.queries = std::move(q.bound);
  result.keys = std::move(k.bound);
  result.values = std::move(v.bound);
  return result;
}

}  // namespace attnref
