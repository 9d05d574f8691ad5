// A row of the output, enclosed: Y~ = sum_j A~_j v~_j.
//
// Y - Y~ = sum a (e^-theta - 1)(v - Y~) / D + sum a e^-theta dv / D, and xi and the sum's own error of sum a|v| and of
// |Y~| (eq. quick_output). Radii are summed in double, in each column's unit.
#pragma once

#include "attnref/enclosure.hpp"
#include "truth/known_numbers.hpp"
#include "truth/oracle/row_products.hpp"
#include "truth/oracle/weights.hpp"

#include <cstddef>
#include <vector>

namespace attnref::oracle {

/// Encloses the output row by row.
class Outputs {
 public:
  /// `values` is by column; `known` has the same values, and infinite ones of them meet the scores.
  Outputs(const KnownNumbers& known, const ScaledLines& values, const Enclosed& scores);

  /// Sets row i of the output.
  void enclose(const Row& row, std::size_t i, Enclosed& output);

 private:
  long double sum_beyond_finite(std::size_t i, std::size_t c) const;

  const KnownNumbers& known_;
  const ScaledLines& values_;
  const Enclosed& scores_;
  std::vector<long double> units_;
  RowProducts products_;
  std::vector<double> grown_, distances_, radii_;
};

}  // namespace attnref::oracle
