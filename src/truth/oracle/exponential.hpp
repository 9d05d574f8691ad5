// e^x and log x in double-double, with errors that are proved and need nothing of a library's last bits.
//
// e^(hi + lo): n is the integer nearest to 128 hi / ln 2, and r = hi + lo - n ln(2)/128, so |r| <= 0.0028. Of ln(2)/128
// two parts have 32 bits, so that n, of 21 bits at most, times each is exact; the third makes the rest 2^-129, 2^-108
// after n. Both subtractions keep their errors, which meet lo: r is right to 2^-100 absolutely.
//   e^r = 1 + r + r^2/2 + P, with P = r^3/6 + ... + r^7/5040 <= 2^-27.9 in double: right to 8 roundings, 2^-77.9, and
//   cut
// where the rest is below 2^-83. r + r^2/2 is kept as a pair, its low part, at most 2^-27, with P: three roundings,
// 2^-78.4. The factor 2^(n/128) comes from a table right to 2^-99, and the product is formed as
// T + (T r' + (...)) with a low part of 2^-26 at most and five roundings of it, 2^-76.6. Together below 2^-75.
#pragma once

#include "truth/oracle/double_double.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace attnref::oracle {

/// The relative error of `exponential`: twice what is derived above.
inline constexpr double exponential_error = 0x1p-74;

namespace detail {

inline constexpr std::size_t steps_of_two = 128;

/// 2^(n/128), by repeated products, each right to pair_error.
inline constexpr auto powers = [] {
  struct {
    std::array<double, steps_of_two> hi{}, lo{};
  } table;
  const Pair step{0x1.0163da9fb3335p+0, 0x1.b61299ab8cdb7p-54};
  Pair power{1, 0};
  for (std::size_t n = 0; n < steps_of_two; ++n) {
    table.hi[n] = power.hi;
    table.lo[n] = power.lo;
    power = product<Split>(power, step);
  }
  return table;
}();

inline constexpr double steps_in_one = 0x1.71547652b82fep+7;  // 128 / ln 2
inline constexpr double step_high = 0x1.62e42ffp-8, step_middle = -0x1.718432a2p-42, step_low = 0x1.3c7673007e5edp-76;
/// Added to a number below 2^51 it leaves the nearest integer in the last bits.
inline constexpr double to_integer = 0x1.8p52;

}  // namespace detail

/// mantissa 2^exponent, with the mantissa between 0.99 and 2.01.
struct Exponential {
  Pair mantissa;
  std::int64_t exponent;
};

/// e^(hi + lo) to exponential_error, for |hi| <= 11350 and |lo| <= 2^-40.
template <class Exact>
ATTNREF_INLINE Exponential exponential(double hi, double lo) {
  using namespace detail;
  const double shifted = hi * steps_in_one + to_integer;
  const double n = shifted - to_integer;
  // 2^15 octaves are added so that the integer is positive and its parts are plain bits.
  const std::uint64_t steps = std::bit_cast<std::uint64_t>(shifted) - std::bit_cast<std::uint64_t>(to_integer) +
                              (std::uint64_t{steps_of_two} << 15);
  const std::uint64_t index = steps % steps_of_two;
  const Pair first = two_sum(hi, -(n * step_high));
  const Pair second = two_sum(first.hi, -(n * step_middle));
  const Pair r = two_sum(second.hi, (first.lo + second.lo) + (lo - n * step_low));

  const Pair square = Exact::product(r.hi, r.hi);
  const double cubic =
      r.hi * square.hi * (1.0 / 6 + r.hi * (1.0 / 24 + r.hi * (1.0 / 120 + r.hi * (1.0 / 720 + r.hi * (1.0 / 5040)))));
  const Pair q = ordered_sum(r.hi, square.hi / 2);
  const double q_low = (q.lo + (r.lo + (square.lo / 2 + r.hi * r.lo))) + cubic;

  const double power = powers.hi[index];
  const Pair moved = Exact::product(power, q.hi);
  const Pair total = ordered_sum(power, moved.hi);
  const double low = total.lo + (moved.lo + (powers.lo[index] * (1 + q.hi) + power * q_low));
  return {ordered_sum(total.hi, low), static_cast<std::int64_t>(steps / steps_of_two) - (1 << 15)};
}

/// A logarithm and how far it may be from the truth.
struct Logarithm {
  Pair value;
  double error;
};

/// log x for 1 <= x < 2^21: a library's y, corrected by z = x e^-y - 1: log x = y + z - z^2/2 to within |z|^3, however
/// good the library is.
inline Logarithm logarithm(Pair x) {
  const double near = std::log(x.hi);
  const Exponential inverse = exponential<Split>(-near, 0);
  const Pair p = product<Split>(x, inverse.mantissa);
  const double power = std::ldexp(1.0, static_cast<int>(inverse.exponent));
  const double z = (p.hi * power - 1) + p.lo * power;
  const double magnitude = std::fabs(z);
  if (!(magnitude < 0.25)) return {{near, 0}, std::numeric_limits<double>::infinity()};
  // e^-y and the product err by exponential_error and a fraction of it, relatively.
  return {two_sum(near, z - z * z / 2),
          2 * exponential_error + magnitude * magnitude * magnitude + 0x1p-52 * magnitude};
}

}  // namespace attnref::oracle
