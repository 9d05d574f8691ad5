// The rank of a matrix modulo a prime, without a rounding. It is never more than the rank over the rational numbers;
// and it is that rank where no minor that isn't 0 can be divisible by the prime, as where all of them are below it. So
// the ranks of the chapters are found: of scores (eq. score_rank), and of derivatives.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace attnref::docs {

/// 2^61 - 1, a prime: remainders are found by shifts.
inline constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;

/// A number modulo the prime.
class Modular {
 public:
  constexpr Modular() = default;
  constexpr Modular(std::int64_t integer)
      : value_(integer < 0 ? modulus - static_cast<std::uint64_t>(-integer) % modulus
                           : static_cast<std::uint64_t>(integer) % modulus) {
    if (value_ == modulus) value_ = 0;
  }

  /// A finite double, which is an integer times a power of two: 2 has an inverse, so nothing is lost.
  static Modular of(double x) {
    int exponent = 0;
    const auto integer = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    Modular result(integer);
    const Modular step = exponent < 53 ? Modular(2).inverse() : Modular(2);
    for (int n = exponent < 53 ? 53 - exponent : exponent - 53; n > 0; --n) result = result * step;
    return result;
  }

  constexpr bool is_zero() const { return value_ == 0; }

  constexpr Modular inverse() const {  // x^(p-2), by Fermat
    Modular result(1), square = *this;
    for (std::uint64_t left = modulus - 2; left > 0; left /= 2) {
      if (left % 2 == 1) result = result * square;
      square = square * square;
    }
    return result;
  }

  friend constexpr Modular operator+(Modular a, Modular b) { return reduced(a.value_ + b.value_); }
  friend constexpr Modular operator-(Modular a, Modular b) { return reduced(a.value_ + (modulus - b.value_)); }
  friend constexpr Modular operator*(Modular a, Modular b) {
    const Wide product = Wide(a.value_) * b.value_;
    return reduced(static_cast<std::uint64_t>(product & modulus) + static_cast<std::uint64_t>(product >> 61));
  }
  friend constexpr bool operator==(Modular, Modular) = default;

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr Modular reduced(std::uint64_t below_twice) {
    Modular result;
    result.value_ = below_twice >= modulus ? below_twice - modulus : below_twice;
    return result;
  }
  std::uint64_t value_ = 0;
};

/// Rows of equal length.
using ModularMatrix = std::vector<std::vector<Modular>>;

/// The rank modulo the prime, by elimination.
inline std::size_t rank(ModularMatrix m) {
  std::size_t found = 0;
  const std::size_t columns = m.empty() ? 0 : m.front().size();
  for (std::size_t column = 0; column < columns && found < m.size(); ++column) {
    std::size_t pivot = found;
    while (pivot < m.size() && m[pivot][column].is_zero()) ++pivot;
    if (pivot == m.size()) continue;
    std::swap(m[pivot], m[found]);
    const Modular inverse = m[found][column].inverse();
    for (std::size_t row = found + 1; row < m.size(); ++row) {
      if (m[row][column].is_zero()) continue;
      const Modular factor = m[row][column] * inverse;
      for (std::size_t c = column; c < columns; ++c) m[row][c] = m[row][c] - factor * m[found][c];
    }
    ++found;
  }
  return found;
}

}  // namespace attnref::docs
