// The one place that refuses what attnref does not compute yet.
#pragma once

#include "attnref/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace attnref {

/// A choice that is not computed: where it is made, as documents name it, what is expected there, and what was found.
struct NotComputed {
  std::string field;
  std::string expected;
  std::string found;

  /// "causal: expected none, as attnref computes nothing else yet, found top_left".
  std::string why() const;
};

/// The first choice of the problem that needs a feature beyond `computed`, or has no feature yet; nothing where all of
/// it is computed.
std::optional<NotComputed> first_not_computed(const Problem& problem, FeatureSet computed = computed_features);

/// Throws problem_error, which begins with `where`, for a problem of which something is not computed.
void require_computed(std::string_view where, const Problem& problem);

}  // namespace attnref
