// Softmax and log-sum-exp by rows. Plain loops over plain numbers: a lazy expression of xtensor that broadcasts a
// row's maximum or sum reads out of bounds. Masks are not known here; -inf is arithmetic.
#pragma once

#include "attnref/detail/exp.hpp"
#include "attnref/detail/widest.hpp"
#include "attnref/matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace attnref {

namespace detail {

// Reductions keep this many partial results, so that the compiler may use vector registers without reordering a sum.
inline constexpr std::size_t lanes = 16;

template <Real S, class Combine>
[[gnu::always_inline]] inline S reduce(const S* row, std::size_t n, S identity, Combine combine) {
  std::array<S, lanes> partial;
  partial.fill(identity);
  std::size_t j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) partial[l] = combine(partial[l], row[j + l]);
  }
  for (; j < n; ++j) partial[j % lanes] = combine(partial[j % lanes], row[j]);
  S result = identity;
  for (const S p : partial) result = combine(result, p);
  return result;
}

// The largest number of the row, -inf if there is none; NaN is passed over. A NaN needs no care here: its own
// exp(NaN - maximum) is NaN and reaches the sum, and through the sum its whole row.
template <Real S>
[[gnu::always_inline]] inline S maximum(const S* row, std::size_t n) {
  return reduce(row, n, -std::numeric_limits<S>::infinity(), [](S a, S b) { return b > a ? b : a; });
}

// row[j] = exp(row[j] - shift); returns the sum, at least 1 where shift = maximum, as exp(0) = 1, unless the row holds
// NaN or its maximum is infinite: inf - inf = NaN (eq. single_key, uniform_mean, dyadic_mean, far_key).
template <Real S>
[[gnu::always_inline]] inline S exponentials_and_sum(S* row, std::size_t n, S shift) {
  exponentials(row, n, shift);
  return reduce(row, n, S(0), [](S a, S b) { return a + b; });
}

template <Real S>
struct softmax_loop {
  [[gnu::always_inline]] static void run(S* values, std::size_t rows, std::size_t cols) {
    // A row has its own maximum and its own sum, which all its weights share (eq. row_of_query, odds).
    for (S* row = values; row != values + rows * cols; row += cols) {
      const S sum = exponentials_and_sum(row, cols, maximum(row, cols));
      for (std::size_t j = 0; j < cols; ++j) row[j] /= sum;
    }
  }
};

template <Real S>
void softmax_in_place(S* values, std::size_t rows, std::size_t cols) {
  run_on_widest<softmax_loop<S>>(values, rows, cols);
}

// Overwrites the row.
template <Real S>
struct log_sum_exp_loop {
  [[gnu::always_inline]] static S run(S* row, std::size_t cols) {
    const S shift = maximum(row, cols);
    return cols == 0 ? shift : shift + std::log(exponentials_and_sum(row, cols, shift));
  }
};

}  // namespace detail

/// exp(x_ij) / sum_k exp(x_ik), by rows (eq. row_sum, weight_range), as exp(x_ij - m_i) / sum_k exp(x_ik - m_i), m_i
/// the row's largest: no overflow (eq. max_shift, shift), gradual underflow (eq. positivity). No columns: no numbers.
/// NaN, +inf or nothing but -inf (no mask) make a row NaN; else -inf gets weight 0 (eq. nan_reach, infinity_reach).
template <class S, class R, class C>
Matrix<S, R, C> softmax_rows(const Matrix<S, R, C>& x) {
  Matrix<S, R, C> result = x;
  detail::softmax_in_place(result.data(), result.rows(), result.cols());
  return result;
}

/// log(sum_j exp(x_ij)), by rows, as m_i + log(sum_j exp(x_ij - m_i)) (eq. log_sum_exp, lse_bounds). NaN where
/// softmax_rows is NaN; -inf for a row without columns.
template <class S, class R, class C>
Matrix<S, R, One> log_sum_exp_rows(const Matrix<S, R, C>& x) {
  Matrix<S, R, One> result(x.rows(), 1);
  Matrix<S, One, C> row(1, x.cols());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::copy_n(x.data() + i * x.cols(), x.cols(), row.data());
    result(i, 0) = detail::run_on_widest<detail::log_sum_exp_loop<S>>(row.data(), x.cols());
  }
  return result;
}

}  // namespace attnref
