// The numbers that cases are made of: written down, or drawn. Every drawn number is an integer times a power of two, so
// that no step rounds and the bits are the same with every compiler and option.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace attnref::vectors {

/// A tensor of the given rows.
Tensor matrix(Dtype dtype, std::initializer_list<std::initializer_list<double>> rows);

/// A tensor of one column.
Tensor column(Dtype dtype, const std::vector<double>& values);

/// A tensor of one number throughout.
Tensor filled(Dtype dtype, std::size_t rows, std::size_t columns, double value);

/// The identity.
Tensor identity(Dtype dtype, std::size_t size);

/// Integers of `bits` bits and a sign, uniform, times 2^exponent.
struct Grid {
  int bits;
  int exponent;
};

/// Numbers below 2^magnitude that use the whole precision of a format.
Grid full_precision(Dtype dtype, int magnitude);

/// A drawn tensor. `stream` names it among all vectors; row i does not depend on how many rows there are.
Tensor drawn(Dtype dtype, std::string_view stream, std::size_t rows, std::size_t columns, Grid grid);

/// Drawn queries, keys and values of full precision: queries and keys below 2^magnitude, values below 2.
Problem drawn_attention(Dtype dtype, std::string_view stream, Sizes sizes, int magnitude);

/// Drawn X below 2 and projections below 2^magnitude, all of full precision.
Problem drawn_self_attention(Dtype dtype, std::string_view stream, Sizes sizes, int magnitude);

/// The problem with these outputs asked for.
Problem asking(Problem problem, PartSet outputs);

/// The problem with a scale given.
Problem with_scale(Problem problem, double scale);

}  // namespace attnref::vectors
