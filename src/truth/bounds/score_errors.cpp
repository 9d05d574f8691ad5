// Step 2: E_ij, a row at a time; what it assumes stands in score_errors.hpp.
#include "truth/bounds/score_errors.hpp"

#include "truth/bounds/safe_side.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::bounds {
namespace {

void sum_magnitudes(std::size_t i, const ScoreFactors& f, ScoreErrors& row) {
  row.products.assign(f.k.columns, lost);
  add_product(f.q.row(i), f.k, row.products.data());
  if (f.exact) return;
  row.lacking_q.assign(f.k.columns, lost);
  row.lacking_k.assign(f.k.columns, lost);
  add_product(f.dq.row(i), f.grown_k, row.lacking_q.data());
  add_product(f.q.row(i), f.dk, row.lacking_k.data());
}

void add_to(long double magnitude, long double& sum, long double& most) {
  sum += magnitude;
  most = larger(most, magnitude);
}

}  // namespace

ScoreFactors score_factors(const KnownOperands& known, const Operand& q, const Operand& k, long double sigma,
                           const Roundoffs& r) {
  const std::size_t t_q = known.queries.rows(), t_k = known.keys.rows(), d_k = known.queries.columns();
  ScoreFactors f;
  f.sigma = std::fabs(sigma);
  f.exact = q.exact && k.exact && r.scaled_store.u == 0;
  const auto far = [](const KnownNumbers& x, std::size_t row, std::size_t c) {
    return std::fabs(x.mid(row, c)) + x.rad(row, c);
  };
  const auto error = [](const Operand& x, std::size_t n) { return x.exact ? 0.0L : x.dx[n]; };
  const auto q_at = [&](std::size_t i, std::size_t c) { return q.bound.at(i, c); };
  const auto k_at = [&](std::size_t c, std::size_t j) { return k.bound.at(j, c); };
  const auto high_q = [&](std::size_t i, std::size_t c) { return far(known.queries, i, c); };
  const auto high_k = [&](std::size_t c, std::size_t j) { return far(known.keys, j, c); };
  // The relative part of what the stores of scaled queries and keys lose counts with the query alone.
  const auto error_q = [&](std::size_t i, std::size_t c) {
    const long double read = error(q, q_at(i, c));
    return read + r.g_scaled * (high_q(i, c) + read);
  };
  const auto error_k = [&](std::size_t c, std::size_t j) { return error(k, k_at(c, j)); };
  const auto grown_k = [&](std::size_t c, std::size_t j) { return high_k(c, j) + error_k(c, j); };
  f.q = scale_rows(t_q, d_k, high_q);
  f.k = scale_columns(d_k, t_k, high_k);
  if (!f.exact) {
    f.dq = scale_rows(t_q, d_k, error_q);
    f.dk = scale_columns(d_k, t_k, error_k);
    f.grown_k = scale_columns(d_k, t_k, grown_k);
  }
  f.q_sums.resize(t_q);
  f.k_sums.resize(t_k);
  f.q_most.resize(t_q);
  f.k_most.resize(t_k);
  for (std::size_t i = 0; i < t_q; ++i) {
    for (std::size_t c = 0; c < d_k; ++c) add_to(high_q(i, c) + error_q(i, c), f.q_sums[i], f.q_most[i]);
  }
  for (std::size_t j = 0; j < t_k; ++j) {
    for (std::size_t c = 0; c < d_k; ++c) add_to(grown_k(c, j), f.k_sums[j], f.k_most[j]);
  }
  return f;
}

void score_errors(std::size_t i, const Enclosed& scores, const ScoreFactors& f, const Profile& profile,
                  const Roundoffs& r, ScoreErrors& row, Bound& bound) {
  const std::size_t t_k = scores.columns;
  const long double d_k = as_real(f.q.columns);
  const long double at_least_1 = larger(1, f.sigma), root = larger(1, std::sqrt(f.sigma));
  const bool raw_is_stored = profile.c_s >= 2;
  const long double under_raw = r.under_dot * r.t * d_k;
  row.error.assign(t_k, 0);
  sum_magnitudes(i, f, row);
  // What the dot product, the scale and their underflows add. The products of a scaled q (or k, or of both with the
  // root) underflow unscaled, those of the raw dot product scaled: hence max(1, |sigma|) of them.
  const long double per_row =
      r.under_dot * (at_least_1 * r.t * d_k + 1) + r.under_both + r.under_scaled * root * f.q_sums[i];
  const long double per_k_sum = r.under_scaled * root;
  // A scale below the smallest normal number may itself lose lam when it is rounded to the format, and again when a
  // constant is folded into it.
  const long double lost_of_sigma = f.sigma < r.normal_dot && f.sigma > 0 ? 2 * r.dot.lam : 0;
  const long double per_raw = r.g_dot * f.sigma + lost_of_sigma * (1 + r.g_dot);
  const long double q_unit = f.q.units[i] * inflation;
  // H4: the scale, q, k and their dot product, scaled or not, stay below the largest number: 3/2 is above log2 e, which
  // may be on the scale, and a few roundings.
  const long double with_room = 1.5L * f.sigma;
  const long double limit = r.dot.largest / larger(1, with_room);
  const long double stored_limit =
      r.scaled_store.u > 0 ? r.scaled_store.largest / larger(with_room, 1.5L * std::sqrt(f.sigma)) : infinity;
  const bool q_fits = with_room < r.dot.largest && f.q_sums[i] < limit && f.q_most[i] < stored_limit;
  for (std::size_t j = 0; j < t_k; ++j) {
    const std::size_t n = scores.at(i, j);
    const long double s = std::fabs(scores.mid[n]) + scores.rad[n];
    if (!(s < infinity)) {
      bound.limit[n] = infinity;
      continue;  // -inf exactly, a weight of 0; a NaN or +inf ends the row
    }
    const long double product = row.products[j] * (q_unit * f.k.units[j]);
    long double raw_f = 0;  // F_j before the scale
    if (!f.exact) {
      raw_f = (row.lacking_q[j] * (f.dq.units[i] * f.grown_k.units[j]) +
               row.lacking_k[j] * (f.q.units[i] * f.dk.units[j])) *
              inflation;
    }
    const long double raw = product + raw_f;  // H_j before the scale
    const bool fits = q_fits && f.k_sums[j] < limit && f.k_most[j] < stored_limit && raw * (1 + r.g_dot) < limit;
    long double e = fits ? f.sigma * raw_f + per_raw * raw + per_row + per_k_sum * f.k_sums[j] : infinity;
    if (r.score_store.u > 0) {
      e += r.g_store * (s + e) + r.under_store * at_least_1;
      // H4. What is stored before its scale is at most this or that; the scale may be 0.
      const long double unscaled = smaller(raw * (1 + r.g_dot) + under_raw, (s + e) / f.sigma);
      const long double stored = raw_is_stored && f.sigma < 1 ? larger(unscaled, s + e) : s + e;
      if (!(stored < r.score_store.largest)) e = infinity;
    }
    row.error[j] = e * inflation;
    bound.limit[n] = published(returned(r.score_store, r.output, s, e), s, r.output.largest);
    bound.trivial[n] = f.sigma * product;
  }
}

}  // namespace attnref::bounds
