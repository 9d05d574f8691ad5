// exp of numbers that are not positive, written so that the loop over them becomes vector instructions at -O3: no
// table, no branch, no call. std::exp is called number by number and would take a third of the time of attention.
//
// exp(x) = 2^k exp(r), k = round(x / ln 2), r = x - k ln 2, |r| < 0.3466. With u the unit roundoff, in absolute terms:
//   - k ln2_high is exact, for ln2_high ends in zeros, and x - k ln2_high is exact, for its terms are close or k is 0.
//     The subtraction of k ln2_low is rounded in [-1/2, 1/2]: r errs by u/4, all else below u/100.
//   - exp(r) = 1 + p, p = r + r^2 (1/2! + r/3! + ...), ends at r^13 (double) or r^7 (float): the rest is below u/10.
//     The sum behind r^2 < 0.121 is about 1/2 and errs by less than 2u: u/4. p, below 1/2, is rounded once: u/4.
//   - 1 + p is rounded once: by u if it is at least 1, by u/2 below.
// Above 1 that is less than 1.42 u/4 + u/4 + u/4 + u/10 + u < 2u. Below 1, where exp(r) > 0.7, it is less than
// u/4 + u/4 + u/4 + u/10 + u/2 < 1.4u = 2u * 0.7. So the relative error is below 2u, one ulp of 1.
// 2^k is then applied in two factors, the first of which is exact, so that a subnormal result arises in one rounding
// and is not flushed: it errs by at most 3/2 of the smallest subnormal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace attnref::detail {

template <class S>
struct exp_constants;

template <>
struct exp_constants<double> {
  using bits = std::uint64_t;
  static constexpr double log2_e = 0x1.71547652b82fep0;
  static constexpr double ln2_high = 0x1.62e42feep-1;
  static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  static constexpr double to_integer = 0x1.8p52;  // x + this has round(x) in its low bits; - this leaves it as a number
  static constexpr double lowest = -750;          // exp of anything below is 0
  static constexpr int mantissa_bits = 52;
  static constexpr bits bias = 1023;
  static constexpr int degree = 13;
};

template <>
struct exp_constants<float> {
  using bits = std::uint32_t;
  static constexpr float log2_e = 0x1.715476p0f;
  static constexpr float ln2_high = 0x1.62e4p-1f;
  static constexpr float ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float to_integer = 0x1.8p23f;
  static constexpr float lowest = -110;
  static constexpr int mantissa_bits = 23;
  static constexpr bits bias = 127;
  static constexpr int degree = 7;
};

// 2^k, for the integer k whose sum with `to_integer` is given.
template <class S>
[[gnu::always_inline]] inline S power_of_two(S shifted) {
  using c = exp_constants<S>;
  return std::bit_cast<S>((std::bit_cast<typename c::bits>(shifted) + c::bias) << c::mantissa_bits);
}

// 1/2! + r/3! + ... + r^(degree-2)/degree!
template <class S, int n = 2>
[[gnu::always_inline]] inline S taylor_tail(S r, S coefficient = S(0.5)) {
  if constexpr (n == exp_constants<S>::degree) {
    return coefficient;
  } else {
    return coefficient + r * taylor_tail<S, n + 1>(r, coefficient / S(n + 1));
  }
}

// exp(x), for lowest <= x <= 0; NaN for NaN.
template <class S>
[[gnu::always_inline]] inline S exp_of_bounded(S x) {
  using c = exp_constants<S>;
  const S k = (x * c::log2_e + c::to_integer) - c::to_integer;
  const S r = (x - k * c::ln2_high) - k * c::ln2_low;
  const S p = r + r * r * taylor_tail<S>(r);
  const S shifted = k * S(0.5) + c::to_integer;
  const S half = shifted - c::to_integer;
  return (1 + p) * power_of_two(shifted) * power_of_two((k - half) + c::to_integer);
}

// row[j] = exp(row[j] - shift), where no row[j] exceeds shift; NaN for NaN, 0 for -inf, NaN for inf - inf.
// Two loops: g++ moves arithmetic into a branch on a constant, and then finds no vector instructions for it.
template <class S>
[[gnu::always_inline]] inline void exponentials(S* row, std::size_t n, S shift) {
  for (std::size_t j = 0; j < n; ++j) {
    const S x = row[j] - shift;
    row[j] = x < exp_constants<S>::lowest ? exp_constants<S>::lowest : x;
  }
  for (std::size_t j = 0; j < n; ++j) row[j] = exp_of_bounded(row[j]);
}

}  // namespace attnref::detail
