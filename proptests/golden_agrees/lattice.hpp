// Matrices of exact numbers: integers of any size times one power of two. Products lose nothing.
#pragma once

#include "attnref/problem.hpp"
#include "golden_agrees/interval.hpp"

#include <cstddef>
#include <vector>

namespace attnref::test {

struct Lattice {
  std::size_t rows = 0;
  std::size_t columns = 0;
  long exponent = 0;
  std::vector<mpz_class> n;  ///< row-major

  const mpz_class& operator()(std::size_t i, std::size_t j) const { return n[i * columns + j]; }
  Dyadic at(std::size_t i, std::size_t j) const { return {(*this)(i, j), exponent}; }
};

/// The numbers of a tensor. Throws std::invalid_argument where one is not finite.
Lattice lattice(const Tensor& tensor);

/// A B.
Lattice product(const Lattice& a, const Lattice& b);

Lattice transposed(const Lattice& a);

/// c A, for a finite c.
Lattice multiple(const Lattice& a, double c);

}  // namespace attnref::test
