// Dot products in long double, and what is said of its arithmetic.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace attnref::oracle {

static_assert(std::numeric_limits<long double>::digits >= 64 && std::numeric_limits<long double>::max_exponent >= 16384,
              "the quick oracle needs a long double wider than a double; use golden values instead");

/// Unit roundoff of a long double; expl and logl err by at most one ulp = 2u (glibc).
inline constexpr long double u = 0x1p-64L;

/// sum a[k] b[k]. Any order of summation has at most n - 1 roundings a term; four partial sums keep the processor busy.
template <class A, class B>
long double dot(const A* a, const B* b, std::size_t n) {
  long double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += static_cast<long double>(a[k]) * b[k];
    s1 += static_cast<long double>(a[k + 1]) * b[k + 1];
    s2 += static_cast<long double>(a[k + 2]) * b[k + 2];
    s3 += static_cast<long double>(a[k + 3]) * b[k + 3];
  }
  for (; k < n; ++k) s0 += static_cast<long double>(a[k]) * b[k];
  return (s0 + s1) + (s2 + s3);
}

/// The rows x columns matrix by columns, so that dot products run along memory.
template <class Number>
std::vector<Number> transposed(const std::vector<Number>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<Number> result(matrix.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) result[j * rows + i] = matrix[i * columns + j];
  }
  return result;
}

}  // namespace attnref::oracle
