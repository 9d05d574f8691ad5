// Which results are NaN or infinite, by arithmetic on kinds.
#include "truth/golden/kinds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnref::gold {

double number_of(Kind kind) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (kind) {
    case Kind::plus_infinity:
      return infinity;
    case Kind::minus_infinity:
      return -infinity;
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

Kind negated(Kind kind) {
  switch (kind) {
    case Kind::plus_infinity:
      return Kind::minus_infinity;
    case Kind::minus_infinity:
      return Kind::plus_infinity;
    default:
      return kind;
  }
}

Kind added(Kind a, Kind b) {
  if (a == Kind::finite) return b;
  if (b == Kind::finite) return a;
  return a == b ? a : Kind::nan;
}

namespace {

Kind kind_of(double x) {
  if (std::isfinite(x)) return Kind::finite;
  if (std::isnan(x)) return Kind::nan;
  return x > 0 ? Kind::plus_infinity : Kind::minus_infinity;
}

/// The kind of x y, where y is finite and has the sign given.
Kind times_finite(Kind x, int sign) {
  if (x == Kind::finite) return Kind::finite;
  if (sign == 0) return Kind::nan;
  return sign > 0 ? x : negated(x);
}

/// The kind of x y of two numbers with their kinds.
Kind multiplied(Kind a, const fmpz* x, Kind b, const fmpz* y) {
  if (a == Kind::finite) return times_finite(b, fmpz_sgn(x));
  if (b == Kind::finite) return times_finite(a, fmpz_sgn(y));
  if (a == Kind::nan || b == Kind::nan) return Kind::nan;
  return a == b ? Kind::plus_infinity : Kind::minus_infinity;
}

bool finite_all(const std::vector<Kind>& kinds) {
  return std::all_of(kinds.begin(), kinds.end(), [](Kind kind) { return kind == Kind::finite; });
}

}  // namespace

bool Numbers::row_is_finite(std::size_t i) const {
  if (kinds.empty()) return true;
  const auto begin = kinds.begin() + static_cast<std::ptrdiff_t>(i * finite.columns);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(finite.columns),
                     [](Kind kind) { return kind == Kind::finite; });
}

Numbers numbers_of(const Tensor& tensor, unsigned threads) {
  Numbers numbers{.finite = dyadic_matrix(tensor, threads), .kinds = {}};
  std::vector<Kind> kinds(tensor.values.size());
  std::transform(tensor.values.begin(), tensor.values.end(), kinds.begin(), kind_of);
  if (!finite_all(kinds)) numbers.kinds = std::move(kinds);
  return numbers;
}

Kind kind_of_dot(const Numbers& a, std::size_t i, const Numbers& b, std::size_t j) {
  Kind sum = Kind::finite;
  for (std::size_t c = 0; c < a.finite.columns; ++c) {
    sum = added(sum, multiplied(a.kind(i, c), a.finite.integers.at(i, c), b.kind(j, c), b.finite.integers.at(j, c)));
  }
  return sum;
}

Numbers product_with_transposed(const Numbers& a, const Numbers& b, unsigned threads) {
  Numbers result{.finite = product(a.finite, transposed(b.finite), threads), .kinds = {}};
  if (a.all_finite() && b.all_finite()) return result;
  std::vector<Kind> kinds(a.finite.rows * b.finite.rows);
  for (std::size_t i = 0; i < a.finite.rows; ++i) {
    for (std::size_t j = 0; j < b.finite.rows; ++j) {
      if (a.row_is_finite(i) && b.row_is_finite(j)) continue;
      kinds[i * b.finite.rows + j] = kind_of_dot(a, i, b, j);
    }
  }
  // What is not finite takes no part in later sums of finite numbers.
  for (std::size_t n = 0; n < kinds.size(); ++n) {
    if (kinds[n] != Kind::finite) fmpz_zero(result.finite.integers.at(n / b.finite.rows, n % b.finite.rows));
  }
  if (!finite_all(kinds)) result.kinds = std::move(kinds);
  return result;
}

Numbers transposed(const Numbers& a) {
  Numbers result{.finite = transposed(a.finite), .kinds = {}};
  if (a.all_finite()) return result;
  result.kinds.resize(a.kinds.size());
  for (std::size_t i = 0; i < a.finite.rows; ++i) {
    for (std::size_t j = 0; j < a.finite.columns; ++j) result.kinds[j * a.finite.rows + i] = a.kind(i, j);
  }
  return result;
}

}  // namespace attnref::gold
