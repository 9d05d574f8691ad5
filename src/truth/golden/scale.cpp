// The scale of the scores: comparisons by theorem 2, and enclosures.
#include "truth/golden/scale.hpp"

#include <bit>
#include <cmath>

namespace attnref::gold {

Scale::Scale(const Problem& problem) {
  const std::size_t d_k = problem.sizes().d_k;
  if (problem.how.scale) {
    number_ = Dyadic(*problem.how.scale);
  } else if (std::has_single_bit(d_k) && std::countr_zero(d_k) % 2 == 0) {
    number_ = Dyadic(std::ldexp(1.0, -std::countr_zero(d_k) / 2));
  } else {
    root_ = static_cast<slong>(d_k);
  }
}

int Scale::compare_score(const Dyadic& d, const Dyadic& c) const {
  if (root_ == 0) return compare(number_ * d, c);
  if (d.sign() != c.sign()) return d.sign() > c.sign() ? 1 : -1;
  return d.sign() * compare(d * d, c * c * root_);
}

Ball Scale::enclose(slong bits) const {
  Ball sigma;
  if (root_ == 0) {
    arb_set_arf(sigma.get(), number_.get());
  } else {
    arb_rsqrt_ui(sigma.get(), static_cast<ulong>(root_), bits);
  }
  return sigma;
}

Ball Scale::enclose_score(const Dyadic& d, slong bits) const {
  Ball score = enclose(bits + 4), product;
  arb_set_arf(product.get(), d.get());
  arb_mul(score.get(), score.get(), product.get(), bits + 4);
  return score;
}

}  // namespace attnref::gold
