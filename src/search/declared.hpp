// Whether what a back end says of itself can be meant: a typing mistake must not become a verdict.
#pragma once

#include "attnref/backend.hpp"

namespace attnref {

/// Throws problem_error: which statement, what was expected, what was found.
void require_meant(const Capabilities& capabilities);

}  // namespace attnref
