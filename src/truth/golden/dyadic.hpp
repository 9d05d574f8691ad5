// Dyadic numbers m 2^e: what floating-point numbers are, and what their sums and products stay. All of it is exact.
#pragma once

#include "attnref/problem.hpp"
#include "truth/golden/flint.hpp"

#include <cstddef>

namespace attnref::gold {

/// Owns m 2^e with integers m and e of any size; m is odd or the number is zero.
class Dyadic {
 public:
  Dyadic() { arf_init(value_); }
  explicit Dyadic(double x) : Dyadic() { arf_set_d(value_, x); }
  /// m 2^e.
  Dyadic(const fmpz* m, slong e) : Dyadic() {
    arf_set_fmpz(value_, m);
    arf_mul_2exp_si(value_, value_, e);
  }
  Dyadic(const Dyadic& other) : Dyadic() { arf_set(value_, other.value_); }
  Dyadic(Dyadic&& other) noexcept : Dyadic() { arf_swap(value_, other.value_); }
  Dyadic& operator=(Dyadic other) noexcept {
    arf_swap(value_, other.value_);
    return *this;
  }
  ~Dyadic() { arf_clear(value_); }

  arf_ptr get() { return value_; }
  arf_srcptr get() const { return value_; }
  /// -1, 0 or 1.
  int sign() const { return arf_sgn(value_); }

  friend Dyadic operator+(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator*(const Dyadic& a, slong b);
  friend Dyadic operator-(const Dyadic& a);
  /// -1, 0 or 1 as a < b, a = b, a > b.
  friend int compare(const Dyadic& a, const Dyadic& b) { return arf_cmp(a.value_, b.value_); }

 private:
  arf_t value_;
};

/// A matrix of dyadic numbers integers[i, j] 2^exponent.
struct DyadicMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  IntegerMatrix integers;
  slong exponent = 0;

  DyadicMatrix() = default;
  DyadicMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), integers(r, c) {}
  Dyadic operator()(std::size_t i, std::size_t j) const { return {integers.at(i, j), exponent}; }
  /// Bits of the largest integer.
  std::size_t bits() const;
  /// Bytes that the integers take, about.
  std::size_t bytes() const;
};

/// Bits that the integers of `tensor` need over one exponent: 53 for equal exponents, 2,100 for 1e-308 beside 1e308.
std::size_t bits_of(const Tensor& tensor);
/// The numbers of a rank-2 tensor over one exponent; those that are not finite become 0.
DyadicMatrix dyadic_matrix(const Tensor& tensor, unsigned threads);
/// a b, exactly, its rows shared among the threads.
DyadicMatrix product(const DyadicMatrix& a, const DyadicMatrix& b, unsigned threads);
DyadicMatrix transposed(const DyadicMatrix& a);

}  // namespace attnref::gold
