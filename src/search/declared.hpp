// Whether what a backend says of itself can be meant: a typing mistake must not become a verdict.
#pragma once

#include "attnref/capabilities.hpp"

namespace attnref {

/// Throws problem_error: which statement, what was expected, what was found.
void require_meant(const Capabilities& capabilities);

/// Throws problem_error for a profile of the backend's own whose bounds are wider than those of bf16_all, the widest
/// that is documented, in every number of a small problem: nearly any answer passes by them, so it is for the user to
/// ask for them.
void require_no_wide_profile(const Capabilities& capabilities);

}  // namespace attnref
