// Sentences as small as can be, for counterexamples that a reader can check by hand: some vectors of small integers.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "attnref/attention.hpp"

namespace attnref::docs {

/// The positions and the coordinates of a sentence in a counterexample.
struct Words {};
struct Coordinates : axis<Coordinates> {};
using Sentence = Matrix<double, T<Words>, Coordinates>;
using Map = Matrix<double, T<Words>, T<Words>>;

/// So many vectors of so many integers.
struct IntegerVectors {
  std::size_t count = 0;
  std::size_t width = 0;
  std::vector<int> numbers;  ///< vector after vector

  int& operator()(std::size_t vector, std::size_t coordinate) { return numbers[vector * width + coordinate]; }
  int operator()(std::size_t vector, std::size_t coordinate) const { return numbers[vector * width + coordinate]; }

  /// x_i . x_j, exactly.
  int dot(std::size_t i, std::size_t j) const;
  std::vector<int> vector(std::size_t i) const;
};

/// Smaller: fewer vectors, else fewer coordinates, else a smaller sum of magnitudes, else a smaller largest magnitude,
/// else the first number that differs is the simpler one (0, 1, -1, 2, -2 and so on).
bool operator<(const IntegerVectors& a, const IntegerVectors& b);

/// What is smaller by one step: a vector or a coordinate left out, a magnitude lowered wherever it occurs, a number
/// lowered, a sign turned, two vectors or two coordinates exchanged.
std::vector<IntegerVectors> smaller(const IntegerVectors& x);

/// Calls `visit` with every case of no more vectors and no more coordinates than x and with a smaller sum of
/// magnitudes.
void for_each_below(const IntegerVectors& x, const std::function<void(const IntegerVectors&)>& visit);

/// What is drawn: counts, widths and numbers are uniform.
struct IntegerRange {
  std::size_t least_count = 1, most_count = 4;
  std::size_t least_width = 1, most_width = 3;
  int least = -9, most = 9;
};
rc::Gen<IntegerVectors> integer_vectors(const IntegerRange& range = {});

/// Signed permutations of one vector: all of one length.
rc::Gen<IntegerVectors> integer_vectors_of_one_length(const IntegerRange& range = {});

bool no_vector_is_zero(const IntegerVectors& x);
bool all_differ(const IntegerVectors& x);
bool all_of_one_length(const IntegerVectors& x);

/// The columns of row i's largest x_i . x_j.
std::vector<std::size_t> row_maxima(const IntegerVectors& x, std::size_t i);

/// The typed layer's matrix, each number times `unit`.
Sentence sentence(const IntegerVectors& x, double unit = 1);

/// "(1, 2), (-3, 0)".
std::string to_string(const IntegerVectors& x);

}  // namespace attnref::docs
