// Settling a real number: which number of a format is nearest to it, and what proves it.
//
// An interval whose ends round alike is a proof, since rounding is monotone. Where the ends differ by one boundary
// only, an exact comparison of the value with that boundary may decide; else the interval is made again with twice the
// bits. A value that is no boundary is at a positive distance from the nearest one, so that this ends (theorem 3).
#pragma once

#include "attnref/golden.hpp"
#include "truth/golden/rounding.hpp"

#include <concepts>
#include <optional>

namespace attnref::gold {

/// On which side of a boundary a value lies (-1 below, 0 on it, 1 above), and what proves it.
struct Side {
  int sign = 0;
  Settled proof = Settled::sign;
};

/// A real number that can be enclosed as narrowly as one likes, and compared with dyadic numbers where there is a way.
template <class Real>
concept Enclosable = requires(Real real, slong bits, const Dyadic& boundary) {
  { real.enclose(bits) } -> std::same_as<Interval>;
  { real.side_of(boundary, bits) } -> std::same_as<std::optional<Side>>;
};

/// A published number and its proof.
struct Outcome {
  double number = 0;
  Settlement settlement;
};

/// The number of the format nearest to `real` (eq. golden); undecided where `most_bits` do not settle it, though one
/// try there always is.
template <Enclosable Real>
Outcome settle(Dtype format, Real& real, long most_bits) {
  for (int doublings = 0;; ++doublings) {
    const slong bits = slong{Settlement::first_bits} << doublings;
    const Interval interval = real.enclose(bits);
    if (const std::optional<double> number = settled(format, interval))
      return {*number, {Settled::interval, doublings}};
    if (const std::optional<Dyadic> boundary = only_boundary(format, interval)) {
      if (const std::optional<Side> side = real.side_of(*boundary, bits)) {
        return {beside(format, *boundary, side->sign), {side->proof, doublings}};
      }
    }
    if (2 * bits > most_bits) return {nearest(format, interval.high), {Settled::undecided, doublings}};
  }
}

/// numerator / denominator.
struct Rational {
  Dyadic numerator;
  slong denominator = 1;

  Interval enclose(slong bits) const;
  std::optional<Side> side_of(const Dyadic& boundary, slong bits) const;
};

/// The number of the format nearest to a rational number, exactly.
Outcome settle_exactly(Dtype format, Rational value);

}  // namespace attnref::gold
