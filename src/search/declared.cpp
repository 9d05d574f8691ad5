#include "search/declared.hpp"

#include "attnref/error_bound.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace attnref {
namespace {

/// All that a back end may be able to do; what is not built yet is declared in vain, and is no mistake.
constexpr std::array<std::string_view, 21> known_features{"projections",
                                                          "output_projection",
                                                          "weights",
                                                          "lse",
                                                          "scores",
                                                          "queries_keys_values",
                                                          "scale",
                                                          "mask",
                                                          "bias",
                                                          "causal_top_left",
                                                          "causal_bottom_right",
                                                          "window",
                                                          "softcap",
                                                          "heads",
                                                          "grouped_heads",
                                                          "batch",
                                                          "lengths",
                                                          "unequal_lengths",
                                                          "empty_row_zero",
                                                          "empty_row_nan",
                                                          "gradients"};

void require_axis(std::string_view axis, const AxisConstraint& limit) {
  if (limit.multiple_of == 0) {
    throw problem_error(fmt::format("constraints: {}: expected a multiple of at least 1, found 0", axis));
  }
  const bool none_among = !limit.among.empty() && std::none_of(limit.among.begin(), limit.among.end(),
                                                               [&](std::size_t size) { return limit.allows(size); });
  const std::size_t first = (limit.least + limit.multiple_of - 1) / limit.multiple_of * limit.multiple_of;
  if (none_among || (limit.most && first > *limit.most)) {
    throw problem_error(fmt::format("constraints: {}: expected a size that meets all of them, found none", axis));
  }
}

}  // namespace

void require_meant(const Capabilities& capabilities) {
  if (capabilities.dtypes.empty()) throw problem_error("dtypes: expected at least one, found none");
  for (const std::string& feature : capabilities.features) {
    if (std::find(known_features.begin(), known_features.end(), feature) == known_features.end()) {
      throw problem_error(
          fmt::format("features: expected some of {}, found '{}'", fmt::join(known_features, ", "), feature));
    }
  }
  const Constraints& limits = capabilities.constraints;
  if (limits.only_projected && !capabilities.can("projections")) {
    throw problem_error("constraints: only_projected: expected the feature projections with it, found none");
  }
  require_axis("t", limits.t);
  require_axis("d_model", limits.d_model);
  require_axis("d_k", limits.d_k);
  require_axis("d_v", limits.d_v);
  if (!capabilities.profile.empty() && !profile_named(capabilities.profile)) {
    throw problem_error(
        fmt::format("profile: expected a name that error_bound.hpp lists, found '{}'", capabilities.profile));
  }
}

}  // namespace attnref
