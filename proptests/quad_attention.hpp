// Attention in 113-bit arithmetic, as an independent check of the quick oracle: plain loops, its own exponential and
// logarithm. Slow, finite inputs only, and without a proved error, but 2^49 times finer than a long double.
#pragma once

#include "attnref/problem.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace attnref::test {

__extension__ typedef __float128 quad;

using QuadMatrix = std::vector<std::vector<quad>>;

inline quad quad_abs(quad x) { return x < 0 ? -x : x; }

/// By halving the argument below 2^-20, a Taylor series, and squaring: e^x = (e^(x / 2^n))^(2^n), as e^x - 1 to keep
/// bits.
inline quad quad_exp(quad x) {
  if (x < 0) return x < -11500 ? quad(0) : 1 / quad_exp(-x);  // e^x - 1 would lose a small e^x beside the 1
  int halvings = 0;
  while (quad_abs(x) > 0x1p-20) {
    x /= 2;
    ++halvings;
  }
  quad less_1 = 0;
  for (int n = 8; n >= 1; --n) less_1 = x / n * (1 + less_1);
  for (; halvings > 0; --halvings) less_1 = less_1 * (less_1 + 2);
  return less_1 + 1;
}

/// One Newton step from the long double's logarithm, to second order.
inline quad quad_log(quad x) {
  const quad near = std::log(static_cast<long double>(x));
  const quad rest = x * quad_exp(-near) - 1;
  return near + rest - rest * rest / 2;
}

inline quad quad_sqrt(quad x) {
  const quad near = std::sqrt(static_cast<long double>(x));
  return (near + x / near) / 2;
}

struct QuadAnswer {
  QuadMatrix queries, keys, values, scores, weights, output;
  std::vector<quad> lse;
};

inline QuadMatrix quad_matrix(std::size_t rows, std::size_t columns) {
  return QuadMatrix(rows, std::vector<quad>(columns, 0));
}

inline QuadMatrix quad_matrix(const Tensor& tensor) {
  QuadMatrix result = quad_matrix(tensor.rows(), tensor.columns());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) result[i][j] = tensor(i, j);
  }
  return result;
}

inline QuadMatrix quad_product(const QuadMatrix& a, const QuadMatrix& b, std::size_t columns) {
  QuadMatrix result = quad_matrix(a.size(), columns);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

inline QuadAnswer quad_attention(const Problem& problem) {
  const Sizes sizes = problem.sizes();
  QuadAnswer a;
  if (problem.projected()) {
    const QuadMatrix x = quad_matrix(problem.at(Part::x));
    a.queries = quad_product(x, quad_matrix(problem.at(Part::wq)), sizes.d_k);
    a.keys = quad_product(x, quad_matrix(problem.at(Part::wk)), sizes.d_k);
    a.values = quad_product(x, quad_matrix(problem.at(Part::wv)), sizes.d_v);
  } else {
    a.queries = quad_matrix(problem.at(Part::q));
    a.keys = quad_matrix(problem.at(Part::k));
    a.values = quad_matrix(problem.at(Part::v));
  }
  const quad sigma = problem.how.scale ? quad(*problem.how.scale) : 1 / quad_sqrt(static_cast<long double>(sizes.d_k));
  a.scores = a.weights = quad_matrix(sizes.t_q, sizes.t_k);
  for (std::size_t i = 0; i < sizes.t_q; ++i) {
    quad largest = 0;
    for (std::size_t j = 0; j < sizes.t_k; ++j) {
      for (std::size_t c = 0; c < sizes.d_k; ++c) a.scores[i][j] += a.queries[i][c] * a.keys[j][c];
      a.scores[i][j] *= sigma;
      if (j == 0 || a.scores[i][j] > largest) largest = a.scores[i][j];
    }
    quad sum = 0;
    for (std::size_t j = 0; j < sizes.t_k; ++j) sum += a.weights[i][j] = quad_exp(a.scores[i][j] - largest);
    for (quad& weight : a.weights[i]) weight /= sum;
    a.lse.push_back(largest + quad_log(sum));
  }
  a.output = quad_product(a.weights, a.values, sizes.d_v);
  return a;
}

}  // namespace attnref::test
