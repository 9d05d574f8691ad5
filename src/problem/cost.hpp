// What a problem costs whoever computes it, before anything is computed. An array without numbers has a shape all the
// same, and a file of 200 bytes may claim any.
#pragma once

#include "attnref/problem.hpp"

namespace attnref {

/// No size that the inputs' numbers do not pay for is larger.
inline constexpr std::size_t most_unpaid_size = 1024;

/// Throws problem_error for a size that is larger than all inputs have numbers, and than most_unpaid_size.
void require_paid_sizes(const Problem& problem);

/// Throws problem_error where the outputs at these sizes, as doubles, and `beside` bytes of intermediate arrays
/// take more memory than this machine has.
void require_memory(PartSet outputs, const Sizes& sizes, double beside = 0);

}  // namespace attnref
