// The first interval of every value, at Settlement::first_bits: rows together, because exact products of whole matrices
// are several times faster than those of rows. Nearly every value is settled by it.
//
//   scores    exact integers Q K^T, some rows at a time
//   weights   e^(s_j - s_top), balls
//   output    cut to fixed point: w_j = (W_j + a_j) 2^-F and v_jc = (V_jc + t_jc) 2^x with integers W and V, where
//             |a_j| <= 1 + the ball's radius in units (eq. weight_cut), and 0 <= t_jc < 1, or 0 where no bits of the
//             column were cut (eq. value_cut). So
//
//               sum_j w_j v_jc = 2^(x - F) [ sum W_j V_jc + sum a_j (V_jc + t_jc) + sum W_j t_jc ]
//
//             whose first sum is an exact product of matrices and whose others are the radius (eq. cut_product).
#pragma once

#include "truth/golden/layer.hpp"
#include "truth/golden/score_row.hpp"
#include "truth/golden/weights.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace attnref::gold {

/// V cut to fixed point, column by column.
struct CutValues {
  IntegerMatrix integers;        ///< t_k x d_v
  std::vector<slong> exponents;  ///< of each column
  std::vector<bool> exact;       ///< no bits were cut
  std::vector<Integer> largest;  ///< max |V_jc| + 1
};

CutValues cut_values(const DyadicMatrix& values);

/// The first intervals of one row.
struct FirstRow {
  std::size_t row = 0;
  const fmpz* products = nullptr;  ///< d_j = products[j] 2^exponent = q.k_j of every key; scores are scale d_j
  slong exponent = 0;
  /// Over the keys whose score is not -inf. None, nor what follows, where the softmax is NaN: a score is NaN or +inf,
  /// or all are -inf.
  std::optional<RowWeights> weights;
  Ball inverse_total;
  std::vector<Ball> output;  ///< of each column of V, by its finite values

  Dyadic product(std::size_t key) const { return {products + key, exponent}; }
};

/// Makes the first intervals of rows [begin, end) and gives them to `take`, one after the other. Needs a key.
void first_pass(const Layer& layer, const CutValues& values, std::size_t begin, std::size_t end,
                const std::function<void(const FirstRow&)>& take);

}  // namespace attnref::gold
