// Rows of which each four are a parallelogram, d = b + c - a exactly: on keys or queries that lie so, weights show
// whether scores are additive (eq. additive_scores, additive_in_query).
#pragma once

#include "attnref/law.hpp"
#include "generators/transform.hpp"

#include <cstddef>

namespace attnref {

/// On a lattice of half the dtype's bits at most, which leaves enough for the sum of three.
Spec room_for_sums(Spec spec);

/// An order of so many rows in which each four, from the first on, are the corners a, b, c, d of a parallelogram.
Order corners(const Spec& spec, std::size_t rows);

/// Makes d = b + c - a of each four of corners(); in half of them a = 0, but for the shifted regime.
void make_parallelograms(const Spec& spec, Tensor& rows);

}  // namespace attnref
