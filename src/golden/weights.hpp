// A row's weights before they are divided by their sum, e^(s_j - s_top), enclosed ever more narrowly as they are asked
// for.
#pragma once

#include "golden/score_row.hpp"

#include <cstddef>
#include <vector>

namespace attnref::gold {

/// Serves all values of one row, which share it. Refers to its row.
class RowWeights {
 public:
  explicit RowWeights(const ScoreRow& row) : row_(&row) {}

  /// Makes the balls those of `bits` of precision.
  void refine(slong bits);
  /// e^(s_j - s_top) of the key that is keys()[place].
  const Ball& exponential(std::size_t place) const { return exponentials_[place]; }
  /// Their sum, at least 1.
  const Ball& total() const { return total_; }
  /// The part of the sum that is not the largest score's.
  const Ball& rest() const { return rest_; }
  const ScoreRow& row() const { return *row_; }

 private:
  const ScoreRow* row_;
  slong bits_ = 0;
  std::vector<Ball> exponentials_;
  Ball total_, rest_;
};

}  // namespace attnref::gold
