// The only tolerances of attnref: derived, per element, from the data. Every comparison that is not exact ends here.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/problem.hpp"
#include "attnref/profile.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// For each element of an output the largest |computed - true| a correct implementation of the profile can reach. Where
/// the truth is an enclosure, |computed - mid| may be larger by its radius: who compares adds it.
struct Bound {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<long double> limit;    ///< infinite where nothing can be said
  std::vector<long double> trivial;  ///< what holds of any answer in range: a limit of half of it or more says nothing

  Bound() = default;
  Bound(std::size_t r, std::size_t c) : rows(r), columns(c), limit(r * c, 0), trivial(r * c, 0) {}
  std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
};

/// The bounds of all outputs of one problem (lse is t_q x 1): queries, keys and values by step 1 of the derivation,
/// zero where they are given; scores by step 2; weights B_A, output B_Y and lse B_L by step 5.
struct Bounds : PerPart<Bound> {
  Bound row_sums;  ///< of the returned weights about 1, summed in long double (t_q x 1)
};

/// Derived bounds on |computed - true| for every output (steps 1 to 5 of the derivation), where `truth` encloses the
/// true values. A limit is infinite where the truth is not finite, where something may overflow on the way, and where
/// the denominator may vanish; a weight whose score is -inf has limit 0. Without keys output and lse have limit 0.
/// Unmasked problems only; throws std::invalid_argument otherwise.
Bounds error_bound(const Problem& problem, const Enclosure& truth, const Profile& profile);

/// The same of some queries alone, bit for bit, where `truth` encloses the true values of these rows: row n of what has
/// a row for each query is of query rows[n]. Given queries, keys and values are read from the problem.
Bounds error_bound(const Problem& problem, std::span<const std::size_t> rows, const Enclosure& truth,
                   const Profile& profile);

/// Which of a case's answers a number comes from.
struct Source {
  std::uint32_t answers = 0;     ///< a bit each, the lowest for the first answer; 0 of a number that no answer gave
  std::optional<Part> output{};  ///< of a number just as an answer gave it: which output it is in; else none
  std::uint32_t row = 0, column = 0;  ///< and where
};

/// A computed number and how far it may be from the true one.
///
/// Laws relate true values: A_ij A'_ik = A_ik A'_ij. What is observed carries errors, and arithmetic on Measured
/// carries them along, rounded outwards: if each operand's true value lies within its bound, so does the result's. A
/// NaN or an infinity measured where the bound is finite is a fault: results made of it are NaN with a finite bound, so
/// that no comparison passes or excuses them. The true value and the source go along for reports alone: no verdict
/// rests on them.
struct Measured {
  long double value = 0;
  long double bound = 0;
  long double truth = value;  ///< about the true value; NaN where it is not known
  Source source{};

  friend Measured operator+(Measured a, Measured b);
  friend Measured operator-(Measured a, Measured b);
  friend Measured operator*(Measured a, Measured b);
  /// The bound is infinite where the divisor may be zero.
  friend Measured operator/(Measured a, Measured b);
};

/// Natural logarithm; the bound is infinite where the operand may be zero or less (a fault where it must be less).
Measured log(Measured a);
/// Exponential.
Measured exp(Measured a);

}  // namespace attnref
