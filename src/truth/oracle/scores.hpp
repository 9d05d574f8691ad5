// Scores, enclosed: s_ij = sigma q_i.k_j, where q and k are known to within dq and dk.
//
// The radius is |sigma| sum(dq|k| + |q|dk + dq dk), for what q and k lack, and |sigma| times the error of the dot
// product (row_products.hpp) and two of a pair: of sigma, if it is 1/sqrt(d_k), and of the product.
//
// A softmax needs scores beside each other, and so as plain doubles. Those of 2^900 and more do not fit in them; no
// double-double resolves such a score either, so its row is unknown, unless the score is beyond reach below the others.
// Score and radius are scaled down by one power of two for that: what is below 0 so remains an upper end.
#pragma once

#include "attnref/enclosure.hpp"
#include "truth/known_numbers.hpp"
#include "truth/oracle/double_double.hpp"
#include "truth/oracle/row_products.hpp"
#include "truth/oracle/scaled_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attnref::oracle {

/// sigma = value 2^exponent with 1/2 <= |value| <= 1, or 0; where it is not finite, value is 1.
struct Scale {
  Pair value;
  std::int64_t exponent = 0;
  long double itself = 0;
};
Scale scale_of(const How& how, std::size_t d_k);

/// Stands for a score of -inf, and behind a row's end; other scores are above it.
inline constexpr double far_below = -0x1p1000;

/// One row of scores as plain doubles, padded.
struct ScoreRow {
  std::vector<double> hi, lo, radius;
  std::vector<char> unresolved;  ///< of 2^900 or more, and scaled down; empty where none is
  bool usable = true;            ///< false where a score is NaN or +inf, or may be
  bool decided = true;           ///< false where it may be

  explicit ScoreRow(std::size_t n) : hi(padded(n)), lo(padded(n)), radius(padded(n)) {}
};

/// Encloses scores row by row.
class Scores {
 public:
  /// `known` has the same queries and keys, as those that are not finite meet.
  Scores(const KnownOperands& known, const ScaledLines& queries, const ScaledLines& keys, Scale sigma);

  /// Sets row i of `scores`, and `row`, to the same numbers.
  void enclose(std::size_t i, Enclosed& scores, ScoreRow& row);

 private:
  void find_unresolved(std::size_t i, ScoreRow& row) const;
  void set_not_finite(std::size_t i, Enclosed& scores, ScoreRow& row) const;

  const KnownOperands& known_;
  const ScaledLines &queries_, &keys_;
  Scale sigma_;
  double error_;  ///< relative to sum|q||k|
  bool all_finite_;
  std::int64_t largest_key_ = 0;  ///< exponent
  std::vector<long double> key_units_;
  std::vector<double> key_magnitudes_;  ///< |k| + dk; empty where known exactly
  RowProducts products_;
  std::vector<double> lacking_q_, lacking_k_, magnitudes_;
};

}  // namespace attnref::oracle
