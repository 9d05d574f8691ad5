// Scores with radii; why they are what they are stands in scores.hpp.
#include "truth/oracle/scores.hpp"

#include "truth/oracle/for_this_processor.hpp"
#include "truth/oracle/not_finite.hpp"
#include "truth/oracle/publish.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::oracle {
namespace {

constexpr std::int64_t largest_exponent = 900, least_exponent = -1000;

/// Products become scores, in their units and as plain doubles.
struct Finish {
  template <class Exact>
  ATTNREF_INLINE static void run(std::size_t n, Pair sigma, double error, std::int64_t exponent,
                                 const std::int64_t* key_exponents, const double* lacking_q, const double* lacking_k,
                                 double* __restrict hi, double* __restrict lo, double* __restrict radius,
                                 double* __restrict plain_hi, double* __restrict plain_lo,
                                 double* __restrict plain_radius) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t sum = exponent + key_exponents[j];
      const std::int64_t above = sum < least_exponent ? least_exponent : sum;
      const double power = power_of_two(above > largest_exponent ? largest_exponent : above);
      const Pair s = product<Exact>({hi[j], lo[j]}, sigma);
      const double r = (error * radius[j] + (lacking_q[j] + lacking_k[j])) * std::fabs(sigma.hi) * (1 + 0x1p-29);
      hi[j] = s.hi;
      lo[j] = s.lo;
      radius[j] = r;
      plain_hi[j] = s.hi * power;
      plain_lo[j] = s.lo * power;
      plain_radius[j] = r * power;
    }
  }
};

}  // namespace

Scale scale_of(const How& how, std::size_t d_k) {
  Scale scale;
  scale.value = how.scale ? Pair{*how.scale, 0} : reciprocal_root(static_cast<double>(d_k));
  scale.itself = scale.value.hi;
  if (!std::isfinite(scale.value.hi)) scale.value = {1, 0};
  if (scale.value.hi == 0) {
    scale.exponent = no_exponent;
    return scale;
  }
  int exponent = 0;
  scale.value.hi = std::frexp(scale.value.hi, &exponent);
  scale.value.lo = std::ldexp(scale.value.lo, -exponent);
  scale.exponent = exponent;
  return scale;
}

Scores::Scores(const KnownOperands& known, const ScaledLines& queries, const ScaledLines& keys, Scale sigma)
    : known_(known),
      queries_(queries),
      keys_(keys),
      sigma_(sigma),
      error_(sum_error(queries.length) + 2 * pair_error),
      key_units_(units_of(keys)),
      products_(keys.lines),
      lacking_q_(padded(keys.lines)),
      lacking_k_(padded(keys.lines)) {
  const auto finite = [](const ScaledLines& lines) {
    return std::find(lines.finite.begin(), lines.finite.end(), 0) == lines.finite.end();
  };
  all_finite_ = finite(queries) && finite(keys) && std::isfinite(sigma.itself);
  for (std::size_t j = 0; j < keys.lines; ++j) {
    largest_key_ = std::max(largest_key_, keys.exponents[j]);
  }
  if (keys.exact()) return;
  key_magnitudes_.resize(keys.hi.size());
  for (std::size_t n = 0; n < keys.hi.size(); ++n) key_magnitudes_[n] = std::fabs(keys.hi[n]) + keys.rad[n];
  magnitudes_.resize(queries.length);
}

void Scores::enclose(std::size_t i, Enclosed& scores, ScoreRow& row) {
  const std::size_t t_k = keys_.lines, first = i * queries_.line_step;
  multiply({queries_.hi.data() + first, queries_.exact() ? nullptr : queries_.lo.data() + first}, keys_, products_);
  if (!queries_.exact()) {
    // sum (|q| + dq) dk and sum dq (|k| + dk); their sum counts dq dk twice.
    const double* const q = queries_.hi.data() + first;
    const double* const dq = queries_.rad.data() + first;
    for (std::size_t c = 0; c < queries_.length; ++c) magnitudes_[c] = std::fabs(q[c]) + dq[c];
    add_up(magnitudes_.data(), keys_.rad, queries_.length, lacking_k_);
    add_up(dq, key_magnitudes_, queries_.length, lacking_q_);
  }
  const std::int64_t exponent = queries_.exponents[i] + sigma_.exponent;
  for_this_processor<Finish>(padded(t_k), sigma_.value, error_, exponent, keys_.exponents.data(), lacking_q_.data(),
                             lacking_k_.data(), products_.hi.data(), products_.lo.data(), products_.magnitudes.data(),
                             row.hi.data(), row.lo.data(), row.radius.data());
  const long double unit = unit_of(exponent);
  for (std::size_t j = 0; j < t_k; ++j) {
    const Published p = publish(products_.hi[j], products_.lo[j], products_.magnitudes[j], unit * key_units_[j]);
    scores.mid[scores.at(i, j)] = p.mid;
    scores.rad[scores.at(i, j)] = p.rad;
  }
  for (std::size_t j = t_k; j < row.hi.size(); ++j) {
    row.hi[j] = far_below;
    row.lo[j] = row.radius[j] = 0;
  }
  row.usable = row.decided = true;
  row.unresolved.clear();
  if (exponent + largest_key_ > largest_exponent) find_unresolved(i, row);
  if (!all_finite_) set_not_finite(i, scores, row);
}

void Scores::find_unresolved(std::size_t i, ScoreRow& row) const {
  row.unresolved.assign(keys_.lines, false);
  for (std::size_t j = 0; j < keys_.lines; ++j) {
    if (queries_.exponents[i] + sigma_.exponent + keys_.exponents[j] <= largest_exponent) continue;
    // The numbers may be large in coordinates of their own, and their product is not.
    const int exponent = static_cast<int>(queries_.exponents[i] + sigma_.exponent + keys_.exponents[j]);
    if (times_power(std::fabs(products_.hi[j]) + products_.magnitudes[j], exponent) < 0x1p900) {
      row.hi[j] = times_power(products_.hi[j], exponent);
      row.lo[j] = times_power(products_.lo[j], exponent);
      row.radius[j] = times_power(products_.magnitudes[j], exponent);
      continue;
    }
    row.unresolved[j] = true;
    if (row.hi[j] + row.radius[j] >= 0) row.radius[j] = std::numeric_limits<double>::infinity();
  }
}

void Scores::set_not_finite(std::size_t i, Enclosed& scores, ScoreRow& row) const {
  for (std::size_t j = 0; j < keys_.lines; ++j) {
    if (queries_.finite[i] && keys_.finite[j] && std::isfinite(sigma_.itself)) continue;
    const std::size_t at = scores.at(i, j);
    std::optional<long double> dot = scores.mid[at];
    if (!queries_.finite[i] || !keys_.finite[j]) {
      const auto line = [](const KnownNumbers& numbers, std::size_t n) {
        return [&numbers, n](std::size_t c) { return Known{numbers.mid(n, c), numbers.rad(n, c)}; };
      };
      dot = dot_beyond_finite(queries_.length, line(known_.queries, i), line(known_.keys, j));
    }
    scores.mid[at] = dot ? sigma_.itself * *dot : 0;
    scores.rad[at] = dot ? 0 : bounds::infinity;
    row.decided = row.decided && dot.has_value();
    row.hi[j] = far_below;
    row.lo[j] = row.radius[j] = 0;
    if (!row.unresolved.empty()) row.unresolved[j] = false;
    row.usable = row.usable && scores.mid[at] == -bounds::infinity;
  }
}

}  // namespace attnref::oracle
