// A weighted mean of dyadic numbers, sum_j A_j v_j: a value of the output, or a weight (the mean of an indicator).
//
// Let keys of equal score form the groups G, of n_G keys whose v sum to M_G. The mean is algebraic only if all M_G /
// n_G are one number, which it then is (theorem 1); otherwise it is transcendental, and never on a boundary of
// rounding (eq. algebraic_mean). The side of a boundary c is the sign of (eq. side_of_mean)
//
//   sum_G e^(s_G - s*) (M_G - n_G c)
//
// with exact coefficients. Those that are 0 are dropped, and s* is the largest score that remains: one does, since the
// mean is not algebraic. So the side is found at a cost that does not depend on how far the largest score of all stands
// above the rest, where its own mean is c exactly: there, and there only, the rest decides (dominance). How many bits
// that takes (eq. bits_needed) is theorem 3.
#pragma once

#include "truth/golden/settle.hpp"
#include "truth/golden/weights.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace attnref::gold {

/// A row's keys in groups of equal score, from the largest score down: n equal keys count n times (eq. copies_share).
class ScoreGroups {
 public:
  explicit ScoreGroups(const ScoreRow& row);
  std::size_t size() const { return starts_.size() - 1; }
  /// The keys of a group.
  std::vector<std::size_t>::const_iterator begin(std::size_t group) const { return at(starts_[group]); }
  std::vector<std::size_t>::const_iterator end(std::size_t group) const { return at(starts_[group + 1]); }
  slong count(std::size_t group) const { return static_cast<slong>(starts_[group + 1] - starts_[group]); }

 private:
  std::vector<std::size_t>::const_iterator at(std::size_t n) const {
    return keys_.begin() + static_cast<std::ptrdiff_t>(n);
  }
  std::vector<std::size_t> keys_;
  std::vector<std::size_t> starts_;
};

/// v_j of a key.
using ValueOfKey = std::function<Dyadic(std::size_t key)>;

class WeightedMean {
 public:
  /// Refers to the weights and groups of one row.
  WeightedMean(RowWeights& weights, const ScoreGroups& groups, ValueOfKey value);

  /// The mean itself, where it is algebraic.
  std::optional<Rational> exactly() const;
  Interval enclose(slong bits);
  /// Of a mean that is not algebraic: exactly() gives none.
  std::optional<Side> side_of(const Dyadic& boundary, slong bits) const;

 private:
  RowWeights* weights_;
  const ScoreGroups* groups_;
  ValueOfKey value_;
  std::vector<Dyadic> sums_;  ///< M_G
};

}  // namespace attnref::gold
