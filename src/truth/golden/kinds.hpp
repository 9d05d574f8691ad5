// Numbers that are not finite follow arithmetic (IEEE 754-2019, section 6), whatever the finite ones beside them are:
// 0 inf = NaN, inf - inf = NaN, and a NaN reaches every sum that it is in.
#pragma once

#include "truth/golden/dyadic.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attnref::gold {

enum class Kind : std::uint8_t { finite, plus_infinity, minus_infinity, nan };

/// NaN or an infinity. Of a kind that is not finite.
double number_of(Kind kind);
/// The kind of a number with its sign turned.
Kind negated(Kind kind);
/// The kind of a sum of two numbers.
Kind added(Kind a, Kind b);

/// A matrix of numbers any of which may not be finite: those that are, and the kinds of all.
struct Numbers {
  DyadicMatrix finite;      ///< 0 where a number is not finite
  std::vector<Kind> kinds;  ///< row-major; empty where all are finite

  bool all_finite() const { return kinds.empty(); }
  Kind kind(std::size_t i, std::size_t j) const { return kinds.empty() ? Kind::finite : kinds[i * finite.columns + j]; }
  bool row_is_finite(std::size_t i) const;
};

/// The numbers of a rank-2 tensor.
Numbers numbers_of(const Tensor& tensor, unsigned threads = 1);
/// The kind of the dot product of row i of a and row j of b.
Kind kind_of_dot(const Numbers& a, std::size_t i, const Numbers& b, std::size_t j);
/// a b, where b is given transposed; the rows of a are shared among the threads.
Numbers product_with_transposed(const Numbers& a, const Numbers& b, unsigned threads);
Numbers transposed(const Numbers& a);

}  // namespace attnref::gold
