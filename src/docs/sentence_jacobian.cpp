#include "docs/sentence_jacobian.hpp"

#include <cstddef>

namespace attnref::docs {
namespace {

ModularMatrix modular(const lesson::PlainMatrix& m) {
  ModularMatrix result(m.rows, std::vector<Modular>(m.columns));
  for (std::size_t i = 0; i < m.rows; ++i) {
    for (std::size_t j = 0; j < m.columns; ++j) result[i][j] = Modular::of(m(i, j));
  }
  return result;
}

ModularMatrix product(const ModularMatrix& left, const ModularMatrix& right) {
  ModularMatrix result(left.size(), std::vector<Modular>(right.empty() ? 0 : right.front().size()));
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t k = 0; k < right.size(); ++k) {
      for (std::size_t j = 0; j < result[i].size(); ++j) result[i][j] = result[i][j] + left[i][k] * right[k][j];
    }
  }
  return result;
}

}  // namespace

ModularMatrix sentence_jacobian(const lesson::PlainMatrix& x, const lesson::PlainMatrix& wq,
                                const lesson::PlainMatrix& wk, const lesson::PlainMatrix& wv) {
  const std::size_t d_model = wq.rows, d_k = wq.columns, d_v = wv.columns;
  const ModularMatrix rows = modular(x), queries = product(rows, modular(wq)), keys = product(rows, modular(wk));
  const auto in_wq = [&](std::size_t a, std::size_t c) { return a * d_k + c; };
  const auto in_wk = [&](std::size_t a, std::size_t c) { return (d_model + a) * d_k + c; };
  const auto in_wv = [&](std::size_t a, std::size_t c) { return 2 * d_model * d_k + a * d_v + c; };
  const std::size_t parameters = d_model * (2 * d_k + d_v);
  ModularMatrix jacobian;
  for (std::size_t i = 0; i < x.rows; ++i) {
    // s_ij - s_i0 = q_i.(k_j - k_0), where q_i = x_i W^Q and k_j - k_0 = (x_j - x_0) W^K.
    for (std::size_t j = 1; j < x.rows; ++j) {
      std::vector<Modular> derivatives(parameters);
      for (std::size_t a = 0; a < d_model; ++a) {
        for (std::size_t c = 0; c < d_k; ++c) {
          derivatives[in_wq(a, c)] = rows[i][a] * (keys[j][c] - keys[0][c]);
          derivatives[in_wk(a, c)] = queries[i][c] * (rows[j][a] - rows[0][a]);
        }
      }
      jacobian.push_back(derivatives);
    }
    for (std::size_t c = 0; c < d_v; ++c) {
      std::vector<Modular> derivatives(parameters);
      for (std::size_t a = 0; a < d_model; ++a) derivatives[in_wv(a, c)] = rows[i][a];
      jacobian.push_back(derivatives);
    }
  }
  return jacobian;
}

}  // namespace attnref::docs
