// Exact matrices: a double is an integer of 53 bits times a power of two, and all of a matrix share the least such
// power.
#include "golden_agrees/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace attnref::test {
namespace {

Dyadic dyadic(double x) {
  if (!std::isfinite(x)) throw std::invalid_argument("the MPFI oracle takes finite numbers only");
  int exponent = 0;
  const double significand = std::frexp(x, &exponent);
  return {mpz_class(std::ldexp(significand, 53)), exponent - 53};
}

}  // namespace

Lattice lattice(const Tensor& tensor) {
  Lattice result{tensor.rows(), tensor.columns(), std::numeric_limits<long>::max(), {}};
  for (const double x : tensor.values) {
    if (x != 0) result.exponent = std::min(result.exponent, dyadic(x).exponent);
  }
  if (result.exponent == std::numeric_limits<long>::max()) result.exponent = 0;  // nothing but zeros
  for (const double x : tensor.values) {
    const Dyadic number = dyadic(x);
    const long shift = x == 0 ? 0 : number.exponent - result.exponent;
    result.n.emplace_back(number.n << static_cast<mp_bitcnt_t>(shift));
  }
  return result;
}

Lattice product(const Lattice& a, const Lattice& b) {
  Lattice result{a.rows, b.columns, a.exponent + b.exponent, std::vector<mpz_class>(a.rows * b.columns)};
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      mpz_class& sum = result.n[i * b.columns + j];
      for (std::size_t k = 0; k < a.columns; ++k) mpz_addmul(sum.get_mpz_t(), a(i, k).get_mpz_t(), b(k, j).get_mpz_t());
    }
  }
  return result;
}

Lattice transposed(const Lattice& a) {
  Lattice result{a.columns, a.rows, a.exponent, {}};
  for (std::size_t j = 0; j < a.columns; ++j) {
    for (std::size_t i = 0; i < a.rows; ++i) result.n.push_back(a(i, j));
  }
  return result;
}

Lattice multiple(const Lattice& a, double c) {
  const Dyadic factor = dyadic(c);
  Lattice result = a;
  result.exponent += factor.exponent;
  for (mpz_class& n : result.n) n *= factor.n;
  return result;
}

}  // namespace attnref::test
