// The scale of the scores, exactly: 1/sqrt(d_k), which is no floating-point number in general, or a number given.
#pragma once

#include "attnref/problem.hpp"
#include "truth/golden/dyadic.hpp"

namespace attnref::gold {

/// sigma, in which scores are s = sigma d with d = q.k dyadic.
class Scale {
 public:
  /// Of a problem with d_k >= 1.
  explicit Scale(const Problem& problem);

  /// -1, 0 or 1: whether scores grow or fall with d, or are all 0.
  int sign() const { return root_ != 0 ? 1 : number_.sign(); }
  /// The sign of sigma d - c. Where sigma = 1/sqrt(n) that is the sign of d - c sqrt(n): by their signs, or by d^2
  /// against c^2 n (theorem 2) (eq. score_order).
  int compare_score(const Dyadic& d, const Dyadic& c) const;
  /// sigma, enclosed with `bits` of relative precision; exact where it is dyadic.
  Ball enclose(slong bits) const;
  /// sigma d, enclosed with `bits` of relative precision.
  Ball enclose_score(const Dyadic& d, slong bits) const;
  /// sigma where it is a dyadic number, nullptr otherwise.
  const Dyadic* dyadic() const { return root_ != 0 ? nullptr : &number_; }

 private:
  slong root_ = 0;  ///< n of 1/sqrt(n), or 0 where sigma is number_
  Dyadic number_;
};

}  // namespace attnref::gold
