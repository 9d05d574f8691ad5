// A row of the output, enclosed: Y~ = sum_j A~_j v~_j.
//
// Y - Y~ = sum a (e^-theta - 1)(v - Y~) / D + sum a e^-theta dv / D, and xi = (n + 2) roundings of sum a|v| and of
// |Y~| (eq. quick_output). Radii are summed in double, in each column's unit.
#pragma once

#include "attnref/enclosure.hpp"
#include "truth/bounds/scaled.hpp"
#include "truth/oracle/weights.hpp"

#include <cstddef>
#include <vector>

namespace attnref::oracle {

/// The values by column. Number is double where they are known exactly, which is faster.
template <class Number>
struct Columns {
  std::vector<Number> values;        ///< d_v x t_k
  bounds::Scaled scaled;             ///< t_k x d_v, signed
  bounds::Scaled radii;              ///< t_k x d_v; empty where known exactly
  std::vector<long double> largest;  ///< max|v| of each column; infinite where one is not finite

  /// `numbers` are the midpoints.
  Columns(const Enclosed& enclosed, const std::vector<Number>& numbers);
};

/// Row i of the output; `sums` is room to sum in.
template <class Number>
void enclose_output(const Row& row, const Columns<Number>& columns, const Enclosed& scores, Enclosed& output,
                    std::size_t i, std::vector<double>& sums);

}  // namespace attnref::oracle
