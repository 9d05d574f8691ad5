// Problems with symmetric scores (eq. symmetric_scores, detailed_balance): X alone, or one projection for both.
#pragma once

#include "attnref/error_bound.hpp"
#include "attnref/spec.hpp"

#include <cstddef>

namespace attnref {

/// T vectors for unprojected_problem, their lengths apart, with x_i.x_i / sqrt(d_k) about 0.1 (flat), 1 to 4 (moderate,
/// tied) or 8 to 30 (peaked).
Tensor draw_vectors(const Spec& spec);

/// The same, of equal length (eq. diagonal_dominates). On a lattice exactly: signed permutations of one vector of
/// integers. Otherwise as nearly as the format allows, some of them near twins.
Tensor draw_vectors_of_one_length(const Spec& spec);

/// Q = K = X, V = X: rows of x as queries, keys and values; x is padded with columns of zeros, or for the values cut,
/// where the Spec's widths differ. In the projected form each projection is columns of the identity.
Problem unprojected_problem(const Spec& spec, const Tensor& x);

/// Queries that are keys: X without projections, or in the projected form W^Q = W^K.
Problem draw_symmetric(const Spec& spec);

/// How much a vector can win from x_i in its own row, where queries are keys: A_ij <= A_ii e^g (eq. longest_wins). As
/// lengths decide (eq. score_difference), g = (s_jj - s_ii) / 2 at any positive scale, 0 where x_j is not longer. The
/// diagonal scores are known to within their radii, so the result is 0 or more from above.
long double most_log_odds_against_itself(const Enclosure& truth, std::size_t i, std::size_t j);

/// e^g for g >= 0, without an exponential where g is nearly 0.
Measured exponential_of_slack(long double g);

}  // namespace attnref
