// Exact sums, products and matrices of dyadic numbers.
#include "golden/dyadic.hpp"

#include "golden/integer_product.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attnref::gold {

Dyadic operator+(const Dyadic& a, const Dyadic& b) {
  Dyadic sum;
  arf_add(sum.get(), a.get(), b.get(), ARF_PREC_EXACT, ARF_RND_DOWN);
  return sum;
}

Dyadic operator-(const Dyadic& a, const Dyadic& b) {
  Dyadic difference;
  arf_sub(difference.get(), a.get(), b.get(), ARF_PREC_EXACT, ARF_RND_DOWN);
  return difference;
}

Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  Dyadic result;
  arf_mul(result.get(), a.get(), b.get(), ARF_PREC_EXACT, ARF_RND_DOWN);
  return result;
}

Dyadic operator*(const Dyadic& a, slong b) {
  Dyadic result;
  arf_mul_si(result.get(), a.get(), b, ARF_PREC_EXACT, ARF_RND_DOWN);
  return result;
}

Dyadic operator-(const Dyadic& a) {
  Dyadic result;
  arf_neg(result.get(), a.get());
  return result;
}

std::size_t DyadicMatrix::bits() const { return static_cast<std::size_t>(std::abs(fmpz_mat_max_bits(integers.get()))); }

std::size_t DyadicMatrix::bytes() const {
  // Integers of up to 62 bits are held in the word itself; larger ones have a header and limbs beside it.
  const std::size_t b = bits();
  return rows * columns * (sizeof(fmpz) + (b > 62 ? sizeof(__mpz_struct) + (b + 63) / 64 * 8 : 0));
}

namespace {

/// x = mantissa 2^exponent with an odd mantissa; x is finite and not 0.
struct Parts {
  slong mantissa;
  slong exponent;
};

Parts parts_of(double x) {
  int exponent = 0;
  auto mantissa = static_cast<slong>(std::ldexp(std::frexp(x, &exponent), 53));
  exponent -= 53;
  while (mantissa % 2 == 0) {
    mantissa /= 2;
    ++exponent;
  }
  return {mantissa, exponent};
}

bool counts(double x) { return std::isfinite(x) && x != 0; }

/// The smallest exponent of an odd mantissa; 0 where there is no number but 0.
slong least_exponent(const Tensor& tensor) {
  slong least = std::numeric_limits<slong>::max();
  for (const double x : tensor.values) {
    if (counts(x)) least = std::min(least, parts_of(x).exponent);
  }
  return least == std::numeric_limits<slong>::max() ? 0 : least;
}

}  // namespace

std::size_t bits_of(const Tensor& tensor) {
  const slong least = least_exponent(tensor);
  slong largest = least;
  for (const double x : tensor.values) {
    if (counts(x)) largest = std::max<slong>(largest, std::ilogb(x) + 1);
  }
  return static_cast<std::size_t>(largest - least);
}

DyadicMatrix dyadic_matrix(const Tensor& tensor) {
  DyadicMatrix matrix(tensor.rows(), tensor.columns());
  matrix.exponent = least_exponent(tensor);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      const double x = tensor(i, j);
      if (!counts(x)) continue;
      const Parts parts = parts_of(x);
      fmpz* const integer = matrix.integers.at(i, j);
      fmpz_set_si(integer, parts.mantissa);
      fmpz_mul_2exp(integer, integer, static_cast<ulong>(parts.exponent - matrix.exponent));
    }
  }
  return matrix;
}

DyadicMatrix product(const DyadicMatrix& a, const DyadicMatrix& b) {
  DyadicMatrix result(a.rows, b.columns);
  integer_product(result.integers.get(), a.integers.get(), b.integers.get());
  result.exponent = a.exponent + b.exponent;
  return result;
}

DyadicMatrix transposed(const DyadicMatrix& a) {
  DyadicMatrix result(a.columns, a.rows);
  fmpz_mat_transpose(result.integers.get(), a.integers.get());
  result.exponent = a.exponent;
  return result;
}

}  // namespace attnref::gold
