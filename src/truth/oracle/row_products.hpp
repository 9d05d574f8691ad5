// Dot products of one line with many, in double-double: sum_k a_k b_kn for all lines n of a matrix.
//
// Let M >= sum |a_k b_k|, summed in double, and start from 4M: every partial sum S then lies in [3M, 5M], above each
// product p, so that S + p leaves its rounding error in three operations (ordered_sum), and S - 4M at the end is exact.
// What is lost on the way goes to a second sum L: those errors, at most 4uM each; the products' own, at most u|p|; and
// the products with a low part, at most 2^-49|p| for each of the two. L so adds up to (4n + 33)uM at most, and each of
// its terms meets n + 3 roundings; a product of two low parts is left out, 2^-100 M. With the growth of M by its own
// roundings, which 5 for 4 pays for,
//
//     |sum - exact| <= ((n + 3)(5n + 40) + 200) u^2 M,    M >= 2^-900 so that it holds all that underflows.
//
// Lines are scaled (scaled_lines.hpp): |a|, |b| <= 1, and what underflows there or in a product is below 2^-1070.
#pragma once

#include "truth/oracle/scaled_lines.hpp"

#include <cstddef>
#include <vector>

namespace attnref::oracle {

/// The error of a sum of n products, relative to M; of a sum of n pairs as well, which meet fewer roundings.
inline constexpr double sum_error(std::size_t n) {
  const auto terms = static_cast<double>(n);
  return ((terms + 3) * (5 * terms + 40) + 200) * 0x1p-106;
}

/// One line as the left factor; no low parts where it is exact.
struct Line {
  const double* hi;
  const double* lo;
};

/// Products of a line with each of a matrix' lines, in units of both.
struct RowProducts {
  std::vector<double> hi, lo;      ///< |lo| <= u |hi|
  std::vector<double> magnitudes;  ///< M

  explicit RowProducts(std::size_t n) : hi(padded(n)), lo(padded(n)), magnitudes(padded(n)) {}
};

/// `left` has right.length numbers, and `right` lies across.
void multiply(Line left, const ScaledLines& right, RowProducts& products);

/// sums[n] = 2^-900 + sum_k left[k] right[k][n] for numbers >= 0 in plain doubles: right to the factor 1 + 2^-30.
void add_up(const double* left, const std::vector<double>& right, std::size_t length, std::vector<double>& sums);

/// sums[n] = sum_k left[k] |right[k][n] - from[n]|, likewise.
void add_up_distances(const double* left, const ScaledLines& right, const double* from, std::vector<double>& sums);

}  // namespace attnref::oracle
