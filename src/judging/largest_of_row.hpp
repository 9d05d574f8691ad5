// The key that a query looks at most: odds are taken against it, since its weight is known best.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>

namespace attnref {

/// The column of the largest number of row i, the first of several; NaN is passed over. 0 where there are no columns.
inline std::size_t largest_of_row(const Tensor& weights, std::size_t i) {
  std::size_t largest = 0;
  for (std::size_t j = 1; j < weights.columns(); ++j) {
    if (weights(i, j) > weights(i, largest)) largest = j;
  }
  return largest;
}

}  // namespace attnref
