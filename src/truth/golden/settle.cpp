// Rational numbers, which the search for a proof ends with at once.
#include "truth/golden/settle.hpp"

#include <limits>

namespace attnref::gold {

Interval Rational::enclose(slong bits) const {
  Ball quotient;
  arb_set_arf(quotient.get(), numerator.get());
  arb_div_si(quotient.get(), quotient.get(), denominator, bits);
  return Interval::around(quotient, bits);
}

std::optional<Side> Rational::side_of(const Dyadic& boundary, slong) const {
  return Side{compare(numerator, boundary * denominator), Settled::exact};
}

Outcome settle_exactly(Dtype format, Rational value) {
  // Twice the bits of the narrowest gap between boundaries leave no room for two of them.
  Outcome outcome = settle(format, value, std::numeric_limits<long>::max() / 2);
  outcome.settlement = {Settled::exact, 0};
  return outcome;
}

}  // namespace attnref::gold
