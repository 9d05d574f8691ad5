// The scores of one key from the inputs alone, for laws with a closed form: no oracle and no backend is asked.
#pragma once

#include "attnref/error_bound.hpp"
#include "attnref/problem.hpp"

#include <vector>

namespace attnref {

/// scale q_i . key for every query i of the problem (q_i = x_i W^Q in the projected form), in long double, enclosed.
/// `key` holds d_k numbers.
std::vector<Measured> key_scores(const Problem& problem, const std::vector<double>& key);

}  // namespace attnref
