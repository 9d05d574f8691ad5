// Weights with radii; what R, xi and D are stands in weights.hpp.
#include "truth/oracle/weights.hpp"

#include "truth/bounds/growth_above.hpp"
#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/exponential.hpp"
#include "truth/oracle/for_this_processor.hpp"
#include "truth/oracle/publish.hpp"
#include "truth/oracle/row_products.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::oracle {
namespace {

constexpr double least_exponent = -645;
constexpr double most_growth = 0x1p91;
constexpr double outwards = 1 + 0x1p-30;
constexpr auto vanishing = static_cast<double>(bounds::vanishing_exponent);

/// s - M, each |lo| <= u |hi|.
ATTNREF_INLINE Pair difference(double hi, double lo, Pair shift) {
  const Pair t = two_sum(hi, -shift.hi);
  return two_sum(t.hi, t.lo + (lo - shift.lo));
}

/// The largest score of the row.
Pair largest(const ScoreRow& scores) {
  Pair most{far_below, 0};
  for (std::size_t j = 0; j < scores.hi.size(); ++j) {
    const double hi = scores.hi[j], lo = scores.lo[j];
    if (hi > most.hi || (hi == most.hi && lo > most.lo)) most = {hi, lo};
  }
  return most;
}

/// t = s - M (far_below where it is negligible) and R, and e^R - 1 where R is small; hi + lo is t where the row keeps
/// the weight, and `kept` 1, else both are 0.
struct Exponents {
  template <class>
  ATTNREF_INLINE static void run(std::size_t n, Pair shift, const double* s_hi, const double* s_lo, const double* rho,
                                 double* __restrict hi, double* __restrict lo, double* __restrict kept,
                                 double* __restrict growth, double* __restrict exponents, double* __restrict radii) {
    for (std::size_t j = 0; j < n; ++j) {
      const Pair t = difference(s_hi[j], s_lo[j], shift);
      const double r = (rho[j] + pair_error * (std::fabs(s_hi[j]) + std::fabs(t.hi)) + exponential_error) * outwards;
      const double grown = bounds::detail::small_growth_above(r);
      // Below `tiny`, wherever in its radius the score may be: as good as 0.
      const bool negligible = t.hi + r < vanishing;
      const bool far = t.hi < least_exponent;
      hi[j] = far ? 0 : t.hi;
      lo[j] = far ? 0 : t.lo;
      kept[j] = far ? 0 : 1;
      exponents[j] = negligible ? far_below : t.hi;
      radii[j] = negligible ? 0 : r;
      growth[j] = negligible ? 0 : grown;
    }
  }
};

/// hi + lo becomes its exponential, or 0 where it is not kept.
struct Exponentials {
  template <class Exact>
  ATTNREF_INLINE static void run(std::size_t n, const double* kept, double* __restrict hi, double* __restrict lo) {
    for (std::size_t j = 0; j < n; ++j) {
      const Exponential e = exponential<Exact>(hi[j], lo[j]);
      const double power = power_of_two(e.exponent) * kept[j];
      hi[j] = e.mantissa.hi * power;
      lo[j] = e.mantissa.lo * power;
    }
  }
};

/// Folds the upper half of a row of pairs into the lower until `lanes` are left.
struct Fold {
  template <class>
  ATTNREF_INLINE static void run(std::size_t n, double* hi, double* lo) {
    while (n > lanes) {
      const std::size_t half = padded(n / 2);
      for (std::size_t j = 0; j < n - half; ++j) {
        const Pair sum = two_sum(hi[j], hi[half + j]);
        hi[j] = sum.hi;
        lo[j] = sum.lo + (lo[j] + lo[half + j]);
      }
      n = half;
    }
  }
};

struct Divide {
  template <class Exact>
  ATTNREF_INLINE static void run(std::size_t n, Pair reciprocal, const double* growth, double* __restrict hi,
                                 double* __restrict lo, double* __restrict moved, double* __restrict least) {
    for (std::size_t j = 0; j < n; ++j) {
      const Pair a = product<Exact>({hi[j], lo[j]}, reciprocal);
      hi[j] = a.hi;
      lo[j] = a.lo;
      moved[j] = a.hi * growth[j];
      least[j] = a.hi / (1 + growth[j]);  // at most A~ e^-R, growth being at least e^R - 1
    }
  }
};

Pair sum_of(Row& row) {
  row.scratch_hi = row.hi;
  row.scratch_lo = row.lo;
  for_this_processor<Fold>(row.hi.size(), row.scratch_hi.data(), row.scratch_lo.data());
  Pair sum;
  for (std::size_t j = 0; j < lanes; ++j) {
    const Pair s = two_sum(sum.hi, row.scratch_hi[j]);
    sum = {s.hi, s.lo + (sum.lo + row.scratch_lo[j])};
  }
  return ordered_sum(sum.hi, sum.lo);
}

}  // namespace

bool weigh(const ScoreRow& scores, std::size_t n, Row& row) {
  if (!scores.usable) return false;
  row.shift = largest(scores);
  if (row.shift.hi == far_below) return false;
  std::vector<double>& exponents = row.scratch_hi;
  std::vector<double>& radii = row.scratch_lo;
  const std::size_t room = scores.hi.size();
  for_this_processor<Exponents>(room, row.shift, scores.hi.data(), scores.lo.data(), scores.radius.data(),
                                row.hi.data(), row.lo.data(), row.moved.data(), row.growth.data(), exponents.data(),
                                radii.data());
  for_this_processor<Exponentials>(room, row.moved.data(), row.hi.data(), row.lo.data());
  row.known = true;
  row.far.clear();
  for (std::size_t j = 0; j < n; ++j) {
    if (exponents[j] == far_below) continue;
    if (exponents[j] < least_exponent) {
      row.far.push_back({j, difference(scores.hi[j], scores.lo[j], row.shift)});
    }
    if (radii[j] <= static_cast<double>(bounds::small_exponent)) continue;
    row.growth[j] = std::min(bounds::growth_above(radii[j]), most_growth);
    row.known = row.known && row.growth[j] < 0x1p90;
  }
  for (std::size_t j = 0; j < scores.unresolved.size(); ++j) {
    if (scores.unresolved[j] && exponents[j] != far_below) row.known = false;
  }
  const Pair sum = sum_of(row);
  row.reciprocal = reciprocal(sum);
  for_this_processor<Divide>(row.hi.size(), row.reciprocal, row.growth.data(), row.hi.data(), row.lo.data(),
                             row.moved.data(), row.scratch_hi.data());
  row.in_all = row.moved_in_all = row.denominator = 0;
  for (std::size_t j = 0; j < n; ++j) {
    row.in_all += row.hi[j];
    row.moved_in_all += row.moved[j];
    row.denominator += row.scratch_hi[j];
  }
  row.denominator *= 1 - 0x1p-30;
  row.xi = 2 * (sum_error(n) + 2 * pair_error);
  row.log_of_sum = {};
  row.error_of_log = 0;
  if (n == 1) return true;
  const Logarithm log = logarithm(sum);
  row.log_of_sum = log.value;
  row.error_of_log = log.error;
  return true;
}

/// A - a = a_j [Ax_j (e^-theta_j - 1) + sum_{l != j} a_l (1 - e^-theta_l)] / sum a e^-theta, Ax_j the others' weight.
/// As the whole without a_j, the others' are right to n + 2 roundings of the whole, times growth: far below xi.
void enclose_weights(Row& row, const Enclosed& scores, Enclosed& weights, std::size_t i) {
  const std::size_t n = weights.columns;
  const double slack = static_cast<double>(n + 2) * 0x1p-52 * row.in_all;
  const double moved_slack = static_cast<double>(n + 2) * 0x1p-52 * row.moved_in_all;
  std::vector<double>& relative = row.scratch_hi;
  for (std::size_t j = 0; j < n; ++j) {
    const double others = std::max(row.in_all - row.hi[j], 0.0) + slack;
    const double others_moved = std::max(row.moved_in_all - row.moved[j], 0.0) + moved_slack;
    relative[j] = (others * row.growth[j] + others_moved + row.xi) / row.denominator;
  }
  const long double underflow = bounds::as_real(n) * bounds::tiny * outwards;
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t at = weights.at(i, j);
    const Published p = publish(row.hi[j], row.lo[j], row.hi[j] * relative[j], 1);
    weights.mid[at] = p.mid;
    weights.rad[at] = scores.mid[at] == -bounds::infinity ? 0 : p.rad + underflow;  // a score of -inf has weight 0
  }
  for (const FarWeight& far : row.far) {
    const Exponential e = exponential<Split>(far.exponent.hi, far.exponent.lo);
    const Pair a = product<Split>(e.mantissa, row.reciprocal);
    const std::size_t at = weights.at(i, far.key);
    const Published p = publish(a.hi, a.lo, a.hi * relative[far.key], unit_of(e.exponent));
    weights.mid[at] = p.mid;
    weights.rad[at] = p.rad + underflow;
  }
}

/// |log sum e^s - computed|: the sum of exponentials is within sum a e^(+-R), and 1 / sum a e^-R <= sum a e^R
/// (Cauchy-Schwarz), so both sides are within log1p(sum a (e^R - 1)) of log sum a = 0 (eq. quick_lse).
void enclose_log_sum_exp(const Row& row, Enclosed& lse, std::size_t i) {
  const double moved = row.moved_in_all * outwards;
  const double spread = moved < 1 ? moved : std::log1p(moved) * outwards;
  const Pair sum = two_sum(row.shift.hi, row.log_of_sum.hi);
  const Pair l = two_sum(sum.hi, sum.lo + (row.shift.lo + row.log_of_sum.lo));
  const double of_sum = 4 * pair_error * (std::fabs(row.shift.hi) + std::fabs(row.log_of_sum.hi) + std::fabs(l.hi));
  const Published p = publish(l.hi, l.lo, spread + 2 * row.xi + row.error_of_log + of_sum, 1);
  lse.mid[i] = p.mid;
  lse.rad[i] = p.rad;
}

}  // namespace attnref::oracle
