// What of attention is exact without a transcendental function: Q, K, V and the products q.k, before the root.
#pragma once

#include "attnref/problem.hpp"
#include "golden_agrees/lattice.hpp"

#include <cstddef>
#include <utility>

namespace attnref::test {

struct ExactInputs {
  Lattice q, k, v;
  Lattice d;               ///< Q K^T times a given scale
  unsigned long root = 1;  ///< scores are d / sqrt(root): root is d_k where no scale is given
};

inline ExactInputs exact_inputs(const Problem& problem) {
  ExactInputs exact;
  if (problem.projected()) {
    const Lattice x = lattice(problem.at(Part::x));
    exact.q = product(x, lattice(problem.at(Part::wq)));
    exact.k = product(x, lattice(problem.at(Part::wk)));
    exact.v = product(x, lattice(problem.at(Part::wv)));
  } else {
    exact.q = lattice(problem.at(Part::q));
    exact.k = lattice(problem.at(Part::k));
    exact.v = lattice(problem.at(Part::v));
  }
  exact.d = product(exact.q, transposed(exact.k));
  if (problem.how.scale) exact.d = multiple(exact.d, *problem.how.scale);
  if (!problem.how.scale) exact.root = problem.sizes().d_k;
  return exact;
}

/// The first key of the largest score of row i.
inline std::size_t top_key(const ExactInputs& exact, std::size_t i) {
  std::size_t top = 0;
  for (std::size_t j = 1; j < exact.d.columns; ++j) {
    if (exact.d(i, j) > exact.d(i, top)) top = j;
  }
  return top;
}

}  // namespace attnref::test
