// Exact sums, products and matrices of dyadic numbers.
#include "truth/golden/dyadic.hpp"

#include "truth/golden/integer_product.hpp"
#include "truth/golden/shared_rows.hpp"

#include <algorithm>
#include <bit>
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
  const int zeros = std::countr_zero(static_cast<ulong>(mantissa));
  return {mantissa >> zeros, slong{exponent} - 53 + zeros};
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

DyadicMatrix dyadic_matrix(const Tensor& tensor, unsigned threads) {
  DyadicMatrix matrix(tensor.rows(), tensor.columns());
  matrix.exponent = least_exponent(tensor);
  SharedRows(matrix.rows, matrix.rows, threads, {}).run([&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < matrix.columns; ++j) {
        const double x = tensor(i, j);
        if (!counts(x)) continue;
        const Parts parts = parts_of(x);
        fmpz* const integer = matrix.integers.at(i, j);
        fmpz_set_si(integer, parts.mantissa);
        fmpz_mul_2exp(integer, integer, static_cast<ulong>(parts.exponent - matrix.exponent));
      }
    }
  });
  return matrix;
}

namespace {

/// Some rows of a matrix, which must outlive it.
class RowsOf {
 public:
  RowsOf(const IntegerMatrix& matrix, std::size_t begin, std::size_t end) {
    fmpz_mat_window_init(window_, matrix.get(), static_cast<slong>(begin), 0, static_cast<slong>(end),
                         fmpz_mat_ncols(matrix.get()));
  }
  RowsOf(const RowsOf&) = delete;
  RowsOf& operator=(const RowsOf&) = delete;
  ~RowsOf() { fmpz_mat_window_clear(window_); }
  fmpz_mat_struct* get() { return window_; }

 private:
  fmpz_mat_t window_;
};

}  // namespace

DyadicMatrix product(const DyadicMatrix& a, const DyadicMatrix& b, unsigned threads) {
  DyadicMatrix result(a.rows, b.columns);
  result.exponent = a.exponent + b.exponent;
  if (threads <= 1) {
    integer_product(result.integers.get(), a.integers.get(), b.integers.get());
    return result;
  }
  SharedRows(a.rows, a.rows, threads, {}).run([&](std::size_t begin, std::size_t end) {
    integer_product(RowsOf(result.integers, begin, end).get(), RowsOf(a.integers, begin, end).get(), b.integers.get());
  });
  return result;
}

DyadicMatrix transposed(const DyadicMatrix& a) {
  DyadicMatrix result(a.columns, a.rows);
  fmpz_mat_transpose(result.integers.get(), a.integers.get());
  result.exponent = a.exponent;
  return result;
}

}  // namespace attnref::gold
