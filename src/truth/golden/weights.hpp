// A row's weights before they are divided by their sum, e^(s_j - s_top), enclosed ever more narrowly as they are asked
// for.
#pragma once

#include "truth/golden/score_row.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace attnref::gold {

/// Serves all values of one row, which share it. Refers to its row.
class RowWeights {
 public:
  explicit RowWeights(const ScoreRow& row) : row_(&row) {}
  RowWeights(const RowWeights& other)
      : row_(other.row_),
        by_bits_(other.by_bits_),
        now_(other.now_ == other.by_bits_.end() ? by_bits_.end() : by_bits_.find(other.now_->first)) {}
  RowWeights& operator=(const RowWeights&) = delete;

  /// Makes the balls those of `bits` of precision; the ones made before are kept, for the row's other values.
  void refine(slong bits);
  /// e^(s_j - s_top) of the key that is keys()[place].
  const Ball& exponential(std::size_t place) const { return now_->second.exponentials[place]; }
  /// Their sum, at least 1.
  const Ball& total() const { return now_->second.total; }
  /// The part of the sum that is not the largest score's.
  const Ball& rest() const { return now_->second.rest; }
  const ScoreRow& row() const { return *row_; }

 private:
  struct Balls {
    std::vector<Ball> exponentials;
    Ball total, rest;
  };

  const ScoreRow* row_;
  std::map<slong, Balls> by_bits_;
  std::map<slong, Balls>::const_iterator now_ = by_bits_.end();
};

}  // namespace attnref::gold
