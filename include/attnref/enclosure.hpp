// What an oracle returns: a value with a radius that the true value provably lies within.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace attnref {

/// A rows x columns array of midpoints and radii, row-major. The true value lies in [mid - rad, mid + rad].
/// A NaN midpoint says that the true value is NaN; an infinite radius, that nothing is known.
struct Enclosed {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<long double> mid;
  std::vector<long double> rad;

  Enclosed() = default;
  Enclosed(std::size_t r, std::size_t c) : rows(r), columns(c), mid(r * c, 0), rad(r * c, 0) {}
  std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
};

/// All the results of one problem, enclosed: every output that attnref computes (lse is t_q x 1).
using Enclosure = PerPart<Enclosed>;

/// The quick oracle: double-double arithmetic with its own analysed radius, rounded to long doubles. It serves laws by
/// the thousand, and is itself checked against golden values. Given queries, keys and values have radius 0.
///
/// Numbers that are not finite follow arithmetic: NaN where a NaN reaches; a row with a score of +inf, or with nothing
/// but -inf, is NaN in weights, output and lse; a score of -inf among others has weight exactly 0, and 0 times an
/// infinite value is NaN; any other weight is positive, however small, and times an infinite value that infinity.
/// Without keys the output is 0 (or NaN, as How::empty_row says) and lse -inf. Where scores are so large that
/// double-double no longer resolves them, radii are infinite.
///
/// Unmasked problems of one head only, with d_k >= 1; throws std::invalid_argument otherwise. A long double may be
/// of any width: what it rounds is in the radius, and where it cannot hold a number the radius is infinite.
Enclosure quick_oracle(const Problem& problem);

/// The same of some queries alone, bit for bit: row n of what has a row for each query is of query rows[n]; keys and
/// values are whole. Given queries, keys and values are left out, as the problem holds them. Throws problem_error for a
/// query that the problem has not.
Enclosure quick_oracle(const Problem& problem, std::span<const std::size_t> rows);

}  // namespace attnref
