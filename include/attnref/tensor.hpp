// Numbers with a shape and a format.
#pragma once

#include "attnref/rounding.hpp"

#include <cstddef>
#include <vector>

namespace attnref {

/// Tensors have no more axes than this.
inline constexpr std::size_t most_axes = 6;

/// Numbers with a shape and a format, row-major. Each number is held as a double and is exactly a number of `dtype`,
/// so that no step between a law and a backend can round.
struct Tensor {
  Dtype dtype = Dtype::f64;
  std::vector<std::size_t> shape;
  std::vector<double> values;

  Tensor() = default;
  /// A rank-2 tensor of zeros.
  Tensor(Dtype type, std::size_t rows, std::size_t columns)
      : dtype(type), shape{rows, columns}, values(rows * columns, 0.0) {}

  std::size_t rank() const { return shape.size(); }
  /// Rows and columns of a rank-2 tensor.
  std::size_t rows() const { return shape[0]; }
  std::size_t columns() const { return shape[1]; }
  double& operator()(std::size_t i, std::size_t j) { return values[i * shape[1] + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * shape[1] + j]; }

  /// True when formats, shapes and every bit of every number agree: NaN equals the same NaN, and 0 differs from -0.
  friend bool operator==(const Tensor& a, const Tensor& b);
};

}  // namespace attnref
