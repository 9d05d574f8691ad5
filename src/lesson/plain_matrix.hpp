// A row-major matrix of doubles for the lesson, which also runs where xtensor doesn't. Not the typed layer's Matrix.
#pragma once

#include <cstddef>
#include <vector>

namespace attnref::lesson {

/// rows x columns numbers, row after row.
struct PlainMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  PlainMatrix() = default;
  /// All zero.
  PlainMatrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count, 0.0) {}

  double& operator()(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

}  // namespace attnref::lesson
