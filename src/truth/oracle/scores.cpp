// Scores with radii; why they are what they are stands in scores.hpp.
#include "truth/oracle/scores.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/bounds/scaled.hpp"
#include "truth/oracle/dot.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace attnref::oracle {

using bounds::Scaled;

template <class Number>
Enclosed enclose_scores(const Enclosed& queries, const Enclosed& keys, const Number* q, const Number* k,
                        long double sigma) {
  const std::size_t d_k = queries.columns;
  constexpr bool exact = std::is_same_v<Number, double>;
  const auto transpose = [&](auto element) {
    return [&, element](std::size_t c, std::size_t j) { return element(keys.at(j, c)); };
  };
  const Scaled q_magnitudes = bounds::scale_rows(queries.rows, d_k, [&](std::size_t i, std::size_t c) {
    return std::fabs(queries.mid[queries.at(i, c)]) + queries.rad[queries.at(i, c)];
  });
  const Scaled k_magnitudes = bounds::scale_columns(
      d_k, keys.rows, transpose([&](std::size_t n) { return std::fabs(keys.mid[n]) + keys.rad[n]; }));
  Scaled k_radii;
  if (!exact) k_radii = bounds::scale_columns(d_k, keys.rows, transpose([&](std::size_t n) { return keys.rad[n]; }));

  const long double rounding = bounds::as_real(d_k + 6) * u;
  Enclosed scores(queries.rows, keys.rows);
  std::vector<double> sums(keys.rows), lacking_k(keys.rows), lacking_q(keys.rows), dq(d_k);
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const long double q_unit = q_magnitudes.units[i];
    std::fill(sums.begin(), sums.end(), bounds::lost);
    bounds::add_product(q_magnitudes.row(i), k_magnitudes, sums.data());
    if (!exact) {
      // sum (|q| + dq) dk  and  sum dq (|k| + dk); their sum counts dq dk twice.
      for (std::size_t c = 0; c < d_k; ++c) {
        dq[c] = q_unit > 0 ? static_cast<double>(queries.rad[queries.at(i, c)] / q_unit) : 0;
      }
      std::fill(lacking_k.begin(), lacking_k.end(), bounds::lost);
      std::fill(lacking_q.begin(), lacking_q.end(), bounds::lost);
      bounds::add_product(q_magnitudes.row(i), k_radii, lacking_k.data());
      bounds::add_product(dq.data(), k_magnitudes, lacking_q.data());
    }
    for (std::size_t j = 0; j < keys.rows; ++j) {
      const std::size_t n = scores.at(i, j);
      scores.mid[n] = sigma * dot(q + i * d_k, k + j * d_k, d_k);
      if (!std::isfinite(scores.mid[n])) continue;
      long double radius = rounding * (sums[j] * (q_unit * k_magnitudes.units[j]));
      if (!exact) radius += q_unit * (lacking_q[j] * k_magnitudes.units[j] + lacking_k[j] * k_radii.units[j]);
      scores.rad[n] = std::fabs(sigma) * radius * bounds::inflation + (radius > 0 ? bounds::tiny : 0);
    }
  }
  return scores;
}

template Enclosed enclose_scores(const Enclosed&, const Enclosed&, const double*, const double*, long double);
template Enclosed enclose_scores(const Enclosed&, const Enclosed&, const long double*, const long double*, long double);

}  // namespace attnref::oracle
