// How large a case can be.
#pragma once

#include <cstddef>

namespace attnref {

/// No axis of a Spec is longer: a line that people bring, or a constraint, must not ask for all memory.
inline constexpr std::size_t largest_size = 4096;

}  // namespace attnref
