// One counterexample, for people: the case, its inputs where they are small, what was seen and what must be, the map.
#pragma once

#include "attnref/report.hpp"
#include "reports/heat_map.hpp"

#include <string>
#include <string_view>

namespace attnref {

/// Lines that begin with two blanks. `command` is what the replaying line begins with; empty: none is printed.
std::string counterexample_text(const Counterexample& example, std::string_view command, const HeatMapStyle& style);

/// The case in a line: "f64, queries, keys and values given, T = 3 x 5, d_k = 4, d_v = 2".
std::string case_text(const Problem& problem);

/// Each input tensor, its numbers only where they are few.
std::string inputs_text(const Problem& problem);

}  // namespace attnref
