// For docs/what-satisfies-the-laws.md: theorems 1 and 2 need less of some laws than the laws say, and this tries no
// more than they need.
#pragma once

#include "attnref/backend.hpp"

#include <optional>
#include <string_view>

namespace attnref::docs {

/// Whether the backend breaks, on a hundred small problems, the case of the law that the theorems use: one column of
/// values alone, one unit vector, one key more, a key beside a key 0, signs and permutations. Absent for a law that
/// they use as it stands.
std::optional<bool> breaks_case_used_of(std::string_view law, const AnyBackend& backend);

}  // namespace attnref::docs
