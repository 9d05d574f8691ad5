// Step 5, the output from recomputed weights; what is assumed stands in bound_on_recomputed_output.hpp.
#include "truth/bounds/bound_on_recomputed_output.hpp"

#include "truth/bounds/growth_above.hpp"
#include "truth/bounds/safe_side.hpp"

#include <cmath>

namespace attnref::bounds {
namespace {

/// What the weights of a row contribute, whatever the column.
struct Terms {
  std::vector<double> moved;  ///< A_j (e^(zeta_j + a') - 1)
  std::vector<double> grown;  ///< A_j e^(zeta_j + a')
  double all_moved = 0, all_grown = 0, largest = 0;
};

Terms terms_of(const ComputedWeights& row, const std::vector<long double>& zeta, const Roundoffs& r) {
  Terms terms;
  for (std::size_t j = 0; j < zeta.size(); ++j) {
    const long double moved = row.high[j] == 0 ? 0 : row.high[j] * growth_above(zeta[j] + r.a_recomputed);
    terms.moved.push_back(above(moved));
    terms.grown.push_back(above(row.high[j] + moved));
    terms.all_moved += terms.moved.back();
    terms.all_grown += terms.grown.back();
    terms.largest = std::fmax(terms.largest, terms.grown.back());
  }
  return terms;
}

}  // namespace

void bound_recomputed_output(std::size_t i, const Enclosed& output, const ComputedWeights& row,
                             const std::vector<long double>& zeta, const ValueFactors& f, const Roundoffs& r,
                             Bound& bound) {
  const Terms terms = terms_of(row, zeta, r);
  std::vector<double> magnitudes(output.columns, 0);  // sum A (e^(zeta + a') - 1) |v|
  std::vector<double> errors(output.columns, 0);      // sum A e^(zeta + a') dv
  add_magnitudes(terms.moved.data(), f.v, magnitudes.data());
  if (!f.exact) add_product(terms.grown.data(), f.dv, errors.data());
  const long double n_keys = as_real(zeta.size());
  const long double grow = 1 + growth_above(r.a_recomputed);
  const long double lost_by_weight = grow * (r.lam_w + r.lam_p);
  const long double lost_by_sum = grow * r.t * n_keys * r.acc.lam;
  const bool weights_fit =
      (terms.largest + lost_by_weight) * inflation < smaller(r.weight_store.largest, r.acc.largest);
  for (std::size_t c = 0; c < output.columns; ++c) {
    const std::size_t n = output.at(i, c);
    const ValueColumn& column = f.columns[c];
    const long double magnitude = std::fabs(output.mid[n]) + output.rad[n];
    const long double partial_sums =
        (terms.all_grown + n_keys * lost_by_weight) * column.largest * inflation + lost_by_sum;
    bound.limit[n] = infinity;
    if (!(weights_fit && magnitude < infinity && partial_sums < r.acc.largest)) continue;
    const long double unit = f.v.units[c];
    const long double on_v = magnitudes[c] * unit;
    // Values known to a radius: the largest one for all, or each in proportion to its value.
    const long double unsure = smaller(terms.all_moved * column.radius, column.relative_radius * on_v);
    const long double from_dv = f.exact ? 0 : (errors[c] + lost) * f.dv.units[c];
    const long double error = on_v + unsure + lost * unit + from_dv + lost_by_weight * column.sum + lost_by_sum;
    bound.limit[n] = published(error + r.output.stored(magnitude, error), magnitude, r.output.largest);
  }
}

}  // namespace attnref::bounds
