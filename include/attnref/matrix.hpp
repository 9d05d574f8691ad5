// Matrix: numbers whose two axes are types. It owns its storage, one contiguous row-major xt::xtensor; a view, a
// transpose or a lazy expression of xtensor becomes a Matrix only by being copied. It is not an expression itself.
#pragma once

#include "attnref/axis.hpp"
#include "attnref/detail/agree.hpp"
#include "attnref/detail/allocator.hpp"
#include "attnref/detail/xtensor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace attnref {

template <class S>
inline constexpr bool is_real = std::is_same_v<S, float> || std::is_same_v<S, double>;

/// The arithmetic the typed layer is written for: float or double.
template <class S>
concept Real = is_real<S>;

template <class... Operands>
struct matrix_scalars : detail::agreement<Operands...> {};
template <class>
struct matrix_has;
template <class>
struct expression_has;

/// Rows by Cols numbers. Copies and no move: a moved-from xtensor keeps its shape without its data.
/// Every constructor throws shape_error if a size contradicts a static axis, or if `Matrix<S, A, A>` is not square.
template <Real Scalar, Axis Rows, Axis Cols>
class Matrix {
 public:
  using scalar_type = Scalar;
  using row_axis = Rows;
  using column_axis = Cols;
  using storage_type = xt::xtensor<Scalar, 2, xt::layout_type::row_major, detail::allocator<Scalar>>;

  /// Zeros, for axes whose sizes the types give.
  Matrix() requires(StaticAxis<Rows>&& StaticAxis<Cols>) : Matrix(Rows::extent, Cols::extent) {}

  /// Zeros.
  Matrix(std::size_t rows, std::size_t cols) : Matrix(uninitialised(rows, cols)) { values_.fill(Scalar(0)); }

  /// Rows of numbers: `{{1, 2}, {3, 4}}`. Throws shape_error unless all rows have one length.
  Matrix(std::initializer_list<std::initializer_list<Scalar>> rows)
      : Matrix(rows.size(), rows.size() == 0 ? extent_or_zero() : rows.begin()->size()) {
    Scalar* out = data();
    for (const auto& row : rows) {
      detail::require_one_size<Cols>("Matrix", {cols(), "the first row"}, {row.size(), "another row"});
      for (Scalar value : row) *out++ = value;
    }
  }

  /// A copy of any two-dimensional expression, view or container of xtensor of the same scalar.
  template <class E>
  explicit Matrix(const xt::xexpression<E>& expression) : Matrix(evaluated(expression.derived_cast())) {
    using scalars [[maybe_unused]] =
        typename matrix_scalars<matrix_has<Scalar>, expression_has<typename E::value_type>>::agree;
  }

  /// Takes over a container's numbers.
  explicit Matrix(storage_type&& values) : values_(std::move(values)) { check(); }

  Matrix(const Matrix&) = default;
  Matrix& operator=(const Matrix&) = default;
  ~Matrix() = default;

  /// Other axes or another scalar never convert, however equal the sizes.
  template <class S, class R, class C>
  Matrix(const Matrix<S, R, C>&) = delete;

  std::size_t rows() const { return values_.shape()[0]; }
  std::size_t cols() const { return values_.shape()[1]; }
  std::size_t size() const { return rows() * cols(); }

  /// Element (row, column), from 0; not checked.
  const Scalar& operator()(std::size_t row, std::size_t col) const { return data()[row * cols() + col]; }
  Scalar& operator()(std::size_t row, std::size_t col) { return data()[row * cols() + col]; }

  /// Row-major, contiguous, rows() * cols() numbers.
  const Scalar* data() const { return values_.data(); }
  Scalar* data() { return values_.data(); }

  /// The numbers as a container of xtensor, read only: its shape is this type's invariant.
  const storage_type& values() const { return values_; }

  /// Same sizes, equal numbers (so NaN differs from itself).
  friend bool operator==(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && std::equal(a.data(), a.data() + a.size(), b.data());
  }

 private:
  static storage_type uninitialised(std::size_t rows, std::size_t cols) {
    // Strides are signed, and counted by xtensor before anything is allocated: a size of no numbers counts as one.
    constexpr std::size_t most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(Scalar);
    if (std::max<std::size_t>(rows, 1) > most / std::max<std::size_t>(cols, 1)) {
      throw shape_error("Matrix: at most " + std::to_string(most) + " numbers expected but " + std::to_string(rows) +
                        " x " + std::to_string(cols) + " found");
    }
    return storage_type(std::array<std::size_t, 2>{rows, cols});
  }

  template <class E>
  static storage_type evaluated(const E& expression) {
    if (expression.dimension() != 2) {
      throw shape_error("Matrix: 2 dimensions expected but " + std::to_string(expression.dimension()) + " found");
    }
    return storage_type(expression);
  }

  static constexpr std::size_t extent_or_zero() { return StaticAxis<Cols> ? Cols::extent : 0; }

  void check() const {
    // A container that was moved from keeps its shape without its numbers.
    detail::require_one_size<Rows>("Matrix", {values_.storage().size(), "numbers of the container"},
                                   {rows() * cols(), "its shape"});
    if constexpr (StaticAxis<Rows>) {
      detail::require_one_size<Rows>("Matrix", {Rows::extent, "the type"}, {rows(), "the rows given"});
    }
    if constexpr (StaticAxis<Cols>) {
      detail::require_one_size<Cols>("Matrix", {Cols::extent, "the type"}, {cols(), "the columns given"});
    }
    if constexpr (std::is_same_v<Rows, Cols>) {
      detail::require_one_size<Rows>("Matrix", {rows(), "the rows"}, {cols(), "the columns"});
    }
  }

  storage_type values_;
};

}  // namespace attnref
