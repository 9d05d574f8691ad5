// One counterexample, for people: the case, its inputs where they are small, what was seen and what must be, the map.
#pragma once

#include "attnref/report.hpp"
#include "reports/heat_map.hpp"
#include "reports/replay_hint.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// Lines that begin with two blanks. `file` is where the case is saved too; empty: nowhere.
std::string counterexample_text(const Counterexample& example, const ReplayHint& replay, const HeatMapStyle& style,
                                std::string_view file = {});

/// The laws that have a counterexample, the most telling first: violated before excepted, then the smallest case, and
/// of two as small the one that is further beyond its bound. One mistake violates many laws, and some only just, since
/// their bounds are of the scores that the definition gives.
std::vector<const LawReport*> most_telling_first(const Report& report);

/// The line that stands with a counterexample that did not repeat.
inline constexpr std::string_view flaky_text =
    "  it did not repeat, or not alone in a new process: these are the values of the first time\n";

/// True for a number that no answer to the case itself has: it is one of an answer to another problem, which the law
/// makes of the case.
bool lies_in_another_problem(const Difference& worst, const Problem& problem);

/// The case in a line: "f64, queries, keys and values given, T = 3 x 5, d_k = 4, d_v = 2".
std::string case_text(const Problem& problem);

/// What of a Spec's line its problem does not show: "regime flat, numbers of 3 bits".
std::string drawn_text(const std::string& line);

/// Each input tensor, its numbers only where they are few.
std::string inputs_text(const Problem& problem);

}  // namespace attnref
