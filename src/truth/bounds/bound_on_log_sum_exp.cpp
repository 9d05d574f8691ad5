// Step 5, the log-sum-exp; what is assumed stands in bound_on_log_sum_exp.hpp.
#include "truth/bounds/bound_on_log_sum_exp.hpp"

#include "truth/bounds/safe_side.hpp"

#include <cmath>

namespace attnref::bounds {

long double error_of_log_sum(const ComputedWeights& row, const Roundoffs& r) {
  const long double underflow = as_real(row.high.size()) * row.z + row.zs;
  return r.b +
         larger(log_above(row.all_moved + underflow), minus_log_above(row.all_decayed + underflow * (1 + r.growth_b)));
}

/// log Z^ differs from log sum e^(s - m') by at most EZ; then come the logarithm, the addition of the shift, and a
/// store.
long double bound_log_sum_exp(std::size_t i, const ComputedWeights& row, const Roundoffs& r, Bound& bound) {
  const long double sum_error = error_of_log_sum(row, r);
  const long double of_logarithm = larger(row.log_sum_high - row.shift_low, row.shift_high - row.log_sum_low);
  const long double shift = larger(std::fabs(row.shift_low), std::fabs(row.shift_high));
  const long double magnitude = larger(std::fabs(row.log_sum_low), std::fabs(row.log_sum_high));
  const long double e1 =
      sum_error + r.eps_exp * (of_logarithm + sum_error) + r.acc.lam + r.g_shift * shift + r.under_sub;
  const long double e2 = e1 + r.acc.u * (magnitude + e1) + (r.t > 1 ? r.acc.lam : 0);
  bound.limit[i] = published(e2 + r.output.stored(magnitude, e2), magnitude, r.output.largest);
  return e2;
}

}  // namespace attnref::bounds
