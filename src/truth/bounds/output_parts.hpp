// The outputs of attention by name, and where each is found among exact values and bounds: one table for all who walk
// them.
#pragma once

#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"

#include <array>
#include <string_view>

namespace attnref {

/// One output.
struct OutputPart {
  std::string_view name;
  Enclosed Enclosure::*exact;
  Bound Bounds::*bound;
};

/// All of them, in the order of reports.
inline constexpr std::array<OutputPart, 7> output_parts{{{"output", &Enclosure::output, &Bounds::output},
                                                         {"weights", &Enclosure::weights, &Bounds::weights},
                                                         {"lse", &Enclosure::lse, &Bounds::lse},
                                                         {"scores", &Enclosure::scores, &Bounds::scores},
                                                         {"queries", &Enclosure::queries, &Bounds::queries},
                                                         {"keys", &Enclosure::keys, &Bounds::keys},
                                                         {"values", &Enclosure::values, &Bounds::values}}};

}  // namespace attnref
