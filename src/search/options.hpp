// Whether the options of a check can be meant.
#pragma once

#include "attnref/check.hpp"

#include <optional>

namespace attnref {

/// Throws problem_error: which option, what was expected, what was found.
void require_meant(const CheckOptions& options);

/// The user's profile. Throws problem_error for one that is unknown, and for one that speaks of none of the dtypes,
/// which would be passed over without a word.
std::optional<Profile> profile_asked_for(const CheckOptions& options);

}  // namespace attnref
