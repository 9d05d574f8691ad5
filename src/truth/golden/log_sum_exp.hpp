// The log-sum-exp of a row, L = s_top + log n_top + log1p(W / n_top), where n_top keys share the largest score s_top
// and W = sum of e^(s_j - s_top) over the others (eq. lse_split). In that form nothing cancels but s_top itself.
//
// With one key L is its score, which is algebraic and may lie on a boundary of rounding; with more it is
// transcendental. If one key alone has the largest score and others follow, L > s_top strictly: should s_top be a
// boundary or above it, L is above it however far the others are below (dominance).
#pragma once

#include "truth/golden/settle.hpp"
#include "truth/golden/weights.hpp"

#include <optional>
#include <utility>

namespace attnref::gold {

class LogSumExp {
 public:
  /// Refers to the weights of one row.
  explicit LogSumExp(RowWeights& weights) : weights_(&weights) {}
  Interval enclose(slong bits);
  std::optional<Side> side_of(const Dyadic& boundary, slong bits) const;

 private:
  RowWeights* weights_;
};

/// One score, s = sigma d: algebraic, so that every comparison is decided (theorem 2).
class Score {
 public:
  /// Refers to the scale.
  Score(const Scale& scale, Dyadic d) : scale_(&scale), d_(std::move(d)) {}
  Interval enclose(slong bits) const;
  std::optional<Side> side_of(const Dyadic& boundary, slong bits) const;

 private:
  const Scale* scale_;
  Dyadic d_;
};

}  // namespace attnref::gold
