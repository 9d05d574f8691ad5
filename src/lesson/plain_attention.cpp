#include "lesson/plain_attention.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attnref/detail/exp.hpp"

namespace attnref::lesson {

namespace {

PlainMatrix product(const PlainMatrix& left, const PlainMatrix& right) {
  PlainMatrix result(left.rows, right.columns);
  for (std::size_t i = 0; i < left.rows; ++i) {
    for (std::size_t k = 0; k < left.columns; ++k) {
      for (std::size_t j = 0; j < right.columns; ++j) result(i, j) += left(i, k) * right(k, j);
    }
  }
  return result;
}

PlainMatrix transposed(const PlainMatrix& matrix) {
  PlainMatrix result(matrix.columns, matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) result(j, i) = matrix(i, j);
  }
  return result;
}

double row_maximum(const PlainMatrix& matrix, std::size_t row) {
  double largest = matrix(row, 0);
  for (std::size_t j = 1; j < matrix.columns; ++j) largest = std::max(largest, matrix(row, j));
  return largest;
}

PlainMatrix softmax_rows(const PlainMatrix& scores) {
  PlainMatrix weights = scores;
  for (std::size_t i = 0; i < scores.rows; ++i) {
    // Shifted by the row's maximum: the largest exponential is 1, and none overflows. attnref's own exp, since the last
    // bits of std::exp differ between libraries and processors, and the grid's must not.
    double* row = &weights(i, 0);
    detail::exponentials(row, scores.columns, row_maximum(scores, i));
    double sum = 0.0;
    for (std::size_t j = 0; j < scores.columns; ++j) sum += row[j];
    for (std::size_t j = 0; j < scores.columns; ++j) row[j] /= sum;
  }
  return weights;
}

}  // namespace

PlainAttention plain_attention(PlainMatrix queries, PlainMatrix keys, PlainMatrix values, double divisor) {
  PlainMatrix scores = product(queries, transposed(keys));
  for (double& score : scores.values) score /= divisor;
  PlainMatrix weights = softmax_rows(scores);
  PlainMatrix output = product(weights, values);
  return {std::move(queries), std::move(keys),    std::move(values),
          std::move(scores),  std::move(weights), std::move(output)};
}

PlainAttention projected_attention(const PlainMatrix& x, const PlainMatrix& wq, const PlainMatrix& wk,
                                   const PlainMatrix& wv) {
  return plain_attention(product(x, wq), product(x, wk), product(x, wv), std::sqrt(static_cast<double>(wq.columns)));
}

PlainAttention unprojected_attention(const PlainMatrix& x) {
  return plain_attention(x, x, x, std::sqrt(static_cast<double>(x.columns)));
}

PlainMatrix scaled(PlainMatrix matrix, double factor) {
  for (double& value : matrix.values) value *= factor;
  return matrix;
}

std::vector<std::vector<std::size_t>> row_maxima(const PlainMatrix& scores) {
  std::vector<std::vector<std::size_t>> maxima(scores.rows);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    const double largest = row_maximum(scores, i);
    for (std::size_t j = 0; j < scores.columns; ++j) {
      if (scores(i, j) == largest) maxima[i].push_back(j);
    }
  }
  return maxima;
}

std::size_t rows_won_by_the_diagonal(const std::vector<std::vector<std::size_t>>& maxima) {
  std::size_t won = 0;
  for (std::size_t i = 0; i < maxima.size(); ++i) {
    if (maxima[i].size() == 1 && maxima[i].front() == i) ++won;
  }
  return won;
}

}  // namespace attnref::lesson
