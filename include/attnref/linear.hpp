// Products and transposes. A product exists only where the inner axes are one type; that they are also one size is
// checked when it runs. The work is done by BLAS, through xtensor-blas's gemm.
#pragma once

#include "attnref/matrix.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace attnref {

template <class... Operands>
struct matmul_inner_axes : detail::agreement<Operands...> {};
template <class... Operands>
struct matmul_scalars : detail::agreement<Operands...> {};
template <class... Operands>
struct matmul_transposed_inner_axes : detail::agreement<Operands...> {};
template <class... Operands>
struct matmul_transposed_scalars : detail::agreement<Operands...> {};

/// Whether `matmul(A, B)` is defined. A wrong product is a hard error, so ask here rather than in a bare `requires`.
template <class A, class B>
concept multipliable = std::same_as<typename A::scalar_type, typename B::scalar_type> &&
    std::same_as<typename A::column_axis, typename B::row_axis>;

namespace detail {

template <Real S>
using storage = xt::xtensor<S, 2, xt::layout_type::row_major, allocator<S>>;

enum class right_operand { as_it_is, transposed };

// alpha * left * op(right) of numbers without axes, whose inner sizes agree. Every typed product comes here.
template <Real S>
storage<S> product(std::string_view operation, const storage<S>& left, const storage<S>& right, right_operand op,
                   S alpha) {
  const bool transposed = op == right_operand::transposed;
  storage<S> result(std::array<std::size_t, 2>{left.shape()[0], right.shape()[transposed ? 0 : 1]});
  for (const std::size_t size : {result.shape()[0], result.shape()[1], left.shape()[1]}) {
    constexpr auto most = std::size_t{std::numeric_limits<xt::blas_index_t>::max()};
    if (size > most) {
      throw shape_error(std::string(operation) + ": a size is " + std::to_string(size) + " but BLAS counts to " +
                        std::to_string(most));
    }
  }
  if (left.size() == 0 || right.size() == 0) {  // BLAS objects to leading dimensions of 0; a sum of nothing is 0
    result.fill(S(0));
    return result;
  }
  // With alpha = 0 BLAS reads neither operand, and a NaN in them would be lost: 0 * NaN is NaN.
  xt::blas::gemm(left, right, result, false, transposed, alpha == S(0) ? S(1) : alpha);
  if (alpha == S(0)) {
    for (S& value : result.storage()) value *= alpha;
  }
  return result;
}

// The same with axes put on, which the caller has found to agree.
template <class Result, class Left, class Right>
Result product_of(std::string_view operation, const Left& left, const Right& right,
                  right_operand op = right_operand::as_it_is, typename Result::scalar_type alpha = 1) {
  return Result(product<typename Result::scalar_type>(operation, left.values(), right.values(), op, alpha));
}

}  // namespace detail

/// left * right, R x C: sum over K. Throws shape_error where two sizes of K meet.
template <class S, class R, class K, class S2, class K2, class C>
Matrix<S, R, C> matmul(const Matrix<S, R, K>& left, const Matrix<S2, K2, C>& right) {
  using scalars [[maybe_unused]] = typename matmul_scalars<left_has<S>, right_has<S2>>::agree;
  using axes [[maybe_unused]] = typename matmul_inner_axes<left_has<K>, right_has<K2>>::agree;
  detail::require_one_size<K>("matmul", {left.cols(), "the left"}, {right.rows(), "the right"});
  return detail::product_of<Matrix<S, R, C>>("matmul", left, right);
}

/// alpha * left * right^T, R x C, without building right^T: every row of `left` against every row of `right`.
/// Throws shape_error where two sizes of K meet.
template <class S, class R, class K, class S2, class C, class K2>
Matrix<S, R, C> matmul_transposed(const Matrix<S, R, K>& left, const Matrix<S2, C, K2>& right, S alpha = 1) {
  using scalars [[maybe_unused]] = typename matmul_transposed_scalars<left_has<S>, right_has<S2>>::agree;
  using axes [[maybe_unused]] = typename matmul_transposed_inner_axes<left_has<K>, right_has<K2>>::agree;
  detail::require_one_size<K>("matmul_transposed", {left.cols(), "the left"}, {right.cols(), "the right"});
  return detail::product_of<Matrix<S, R, C>>("matmul_transposed", left, right, detail::right_operand::transposed,
                                             alpha);
}

/// The transpose, copied.
template <class S, class R, class C>
Matrix<S, C, R> transposed(const Matrix<S, R, C>& m) {
  Matrix<S, C, R> result(m.cols(), m.rows());
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < m.cols(); ++j) result(j, i) = m(i, j);
  }
  return result;
}

}  // namespace attnref
