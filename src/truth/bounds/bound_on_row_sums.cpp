// Step 5, the row sums; what is assumed stands in bound_on_row_sums.hpp.
#include "truth/bounds/bound_on_row_sums.hpp"

#include "truth/bounds/safe_side.hpp"

#include <limits>

namespace attnref::bounds {

long double row_sum_error(const ComputedWeights& row, const Roundoffs& r) {
  const long double n_keys = as_real(row.high.size());
  const long double grow = (1 + r.growth_a_A) * (1 + r.growth_b);
  const long double ratio = row.zs / row.all_least * (1 + r.growth_b);
  if (!(ratio < 1)) return infinity;
  return r.growth_a_A + r.growth_b + r.growth_a_A * r.growth_b + grow * ratio / (1 - ratio) +
         n_keys * (1 + r.growth_a_A) * (r.acc.lam + row.omega * (r.lam_p + r.lam_rescaled) / row.denominator);
}

void bound_row_sum(std::size_t i, long double error, std::size_t t_k, const Roundoffs& r, Bound& bound) {
  const long double n_keys = as_real(t_k);
  const long double stored = error + r.weight_store.u * (1 + error) + n_keys * r.weight_store.lam;
  bound.limit[i] =
      published(stored + n_keys * (std::numeric_limits<long double>::epsilon() / 2) * (1 + stored), 1, infinity);
}

}  // namespace attnref::bounds
