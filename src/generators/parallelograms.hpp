// Rows of which each four are a parallelogram, d = b + c - a exactly: on keys or queries that lie so, weights show
// whether scores are additive (eq. additive_scores, additive_in_query).
#pragma once

#include "attnref/spec.hpp"
#include "generators/transform.hpp"

#include <cstddef>
#include <string_view>

namespace attnref {

/// At least so many queries and keys, on a lattice of half the dtype's bits at most, which leaves enough for the sum of
/// three.
Spec room_for_parallelograms(Spec spec, std::size_t queries, std::size_t keys);

/// An order of so many rows in which each four, from the first on, are the corners a, b, c, d of a parallelogram.
Order corners(const Spec& spec, std::size_t rows);

/// A drawn problem with d = b + c - a of each four of corners() of its `rows`, q or k; with projections they are
/// rows of X. In half of them a = 0, but for the shifted regime.
Problem draw_parallelograms(const Spec& spec, Part rows);

}  // namespace attnref
