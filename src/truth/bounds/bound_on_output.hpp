// Step 5 of the derivation, for the output: B_Y.
//
// Hypotheses. H1: each operation is exact(1 + d) + e, in any order or tree of a sum, fused or not. H2: numerator and
// denominator use the same float weight, up to one narrow store. H4: n max|v| e^a and n times the largest weight times
// max|v| e^a do not overflow; where they may, the bound is infinite. H6: D > 0 holds of `row`.
//
// (eq. output_bound)
//
//   B_Y = { sum A_j|v_jc-Y_c|(e^{eta_j}-1) + sum A_j e^{eta_j}[ (e^a-1)|v_jc| + (e^b-1)|Y_c| + e^a dv_jc ]
//           + z[ e^a sum(|v_jc|+dv_jc) + n e^b|Y_c| ] + zs|Y_c| } / D
//         + e^a[ (lam_acc+lam_p) sum(|v_jc|+dv_jc) + t(n+N) lam_acc max(1, om e^{N l(eps_exp)}/D) ] + lam_acc
//   then   B_Y += u_out(|Y_c|+B_Y) + lam_out
#pragma once

#include "truth/bounds/computed_weights.hpp"
#include "truth/bounds/operands.hpp"
#include "truth/bounds/scaled.hpp"

#include <cstddef>
#include <vector>

namespace attnref::bounds {

/// A column of the values as the sums over keys see it.
struct ValueColumn {
  long double sum = 0;              ///< of |v| + dv
  long double largest = 0;          ///< of |v| + dv
  long double radius = 0;           ///< the largest radius of the enclosures
  long double relative_radius = 0;  ///< the largest radius / |v|
  long double hull = 0;             ///< max v - min v; max|v| where that is 0
};

/// The values, with a unit a column.
struct ValueFactors {
  Scaled v;           ///< signed midpoints
  Scaled dv;          ///< empty where exact
  bool exact = true;  ///< all dv are 0
  std::vector<ValueColumn> columns;
};

ValueFactors value_factors(const KnownNumbers& values, const Operand& operand);

/// Row i of B_Y. `sums` is room to sum in.
void bound_output(std::size_t i, const Enclosed& output, const ComputedWeights& row, const ValueFactors& factors,
                  const Roundoffs& r, Bound& bound, std::vector<double>& sums);

}  // namespace attnref::bounds
