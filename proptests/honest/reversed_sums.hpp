// An honest control: every sum runs from its last term to its first, and the division is a product with the reciprocal.
#pragma once

#include "textbook/textbook.hpp"

namespace attnref::honest {

template <class S>
struct ReversedSums : HonestSteps<S, ReversedSums<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    S sum = 0;
    for (std::size_t c = q.columns; c-- > 0;) sum += q(i, c) * k(j, c);
    return sum;
  }
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const S shift = ReversedSums::shift(scores, n);
    S total = 0;
    for (std::size_t j = n; j-- > 0;) total += weights[j] = std::exp(scores[j] - shift);
    const S reciprocal = 1 / total;
    for (std::size_t j = 0; j < n; ++j) weights[j] *= reciprocal;
  }
  static Table<S> project(const Table<S>& x, const Table<S>& w) { return reversed_product(x, w); }
  static Table<S> output(const Table<S>& weights, const Table<S>& values) { return reversed_product(weights, values); }

  static Table<S> reversed_product(const Table<S>& a, const Table<S>& b) {
    Table<S> c(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t m = a.columns; m-- > 0;) {
        for (std::size_t j = 0; j < b.columns; ++j) c(i, j) += a(i, m) * b(m, j);
      }
    }
    return c;
  }
};

inline AnyBackend reversed_sums() { return textbook_with<ReversedSums>("reversed sums and reciprocal"); }

}  // namespace attnref::honest
