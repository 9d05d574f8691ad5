// Weights with radii; what R, xi and D are stands in weights.hpp.
#include "truth/oracle/weights.hpp"

#include "truth/bounds/growth_above.hpp"
#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/dot.hpp"

#include <cmath>

namespace attnref::oracle {

using bounds::as_real;
using bounds::infinity;
using bounds::inflation;
using bounds::tiny;

bool weigh(const Enclosed& scores, std::size_t i, Row& row) {
  const std::size_t n = scores.columns;
  const long double* s = scores.mid.data() + i * n;
  const long double* rho = scores.rad.data() + i * n;
  long double largest = -infinity;
  for (std::size_t j = 0; j < n; ++j) {
    if (std::isnan(s[j])) return false;
    if (s[j] > largest) largest = s[j];
  }
  if (!std::isfinite(largest)) return false;
  long double sum = 0;
  row.known = true;
  for (std::size_t j = 0; j < n; ++j) {
    const long double t = s[j] - largest;
    const long double radius = (rho[j] + u * std::fabs(t) + 6 * u) * inflation;
    // Below `tiny`, wherever in its radius the score may be: as good as 0, which an infinite gap is exactly.
    const bool negligible = t + (std::isfinite(t) ? radius : 0) < bounds::vanishing_exponent;
    row.weight[j] = negligible ? 0 : t == 0 ? 1 : std::exp(t);
    row.growth[j] = negligible ? 0 : bounds::growth_above(static_cast<double>(radius));
    row.known = row.known && row.growth[j] < 0x1p90;
    sum += row.weight[j];
  }
  const long double reciprocal = 1 / sum;
  double denominator = 0;
  row.moved_in_all = 0;
  for (std::size_t j = 0; j < n; ++j) {
    row.weight[j] *= reciprocal;
    row.near[j] = static_cast<double>(row.weight[j]);
    row.moved[j] = row.near[j] * row.growth[j];
    row.moved_in_all += row.moved[j];
    denominator += row.near[j] / (1 + row.growth[j]);  // at most A~ e^-R, growth being at least e^R - 1
  }
  row.denominator = denominator * (1 - 0x1p-30);
  row.xi = static_cast<double>(as_real(n + 2) * u);
  row.log_of_sum = n == 1 ? 0 : std::log(sum);
  row.log_sum_exp = largest + row.log_of_sum;
  return true;
}

/// A - a = a_j [Ax_j (e^-theta_j - 1) + sum_{l != j} a_l (1 - e^-theta_l)] / sum a e^-theta, Ax_j the others' weight;
/// sums over the others are prefix and suffix, never a subtraction from the whole.
void enclose_weights(const Row& row, const Enclosed& scores, Enclosed& weights, std::size_t i,
                     std::vector<double>& suffixes) {
  const std::size_t n = weights.columns;
  suffixes.resize(2 * n);
  double others = 0, others_moved = 0;
  for (std::size_t j = n; j-- > 0;) {
    suffixes[2 * j] = others;
    suffixes[2 * j + 1] = others_moved;
    others += row.near[j];
    others_moved += row.moved[j];
  }
  double before = 0, before_moved = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double bracket = (before + suffixes[2 * j]) * row.growth[j] + before_moved + suffixes[2 * j + 1] + row.xi;
    const std::size_t at = weights.at(i, j);
    weights.mid[at] = row.weight[j];
    if (scores.mid[at] != -infinity) {  // else the weight is 0
      weights.rad[at] = (row.weight[j] * (bracket / row.denominator) + as_real(n) * tiny) * inflation;
    }
    before += row.near[j];
    before_moved += row.moved[j];
  }
}

/// |log sum e^s - computed|: the sum of exponentials is within sum a e^(+-R), and 1 / sum a e^-R <= sum a e^R
/// (Cauchy-Schwarz), so both sides are within log1p(sum a (e^R - 1)) of log sum a = 0 (eq. quick_lse).
void enclose_log_sum_exp(const Row& row, Enclosed& lse, std::size_t i) {
  const long double moved = row.moved_in_all * inflation;
  const long double spread = moved < 1 ? moved : std::log1p(moved);
  const long double roundings = 2 * as_real(row.weight.size() + 2) * u;
  const long double of_logarithm = 4 * u * (std::fabs(row.log_of_sum) + std::fabs(row.log_sum_exp));
  lse.mid[i] = row.log_sum_exp;
  lse.rad[i] = (spread + roundings + of_logarithm) * inflation;
}

}  // namespace attnref::oracle
