// A report as a table that people read at a glance, and counterexamples as people take them to their debugger.
#pragma once

#include "attnref/report.hpp"
#include "reports/heat_map.hpp"
#include "reports/replay_hint.hpp"
#include "reports/text_counterexample.hpp"

#include <map>
#include <string>
#include <string_view>

namespace attnref {

/// By law, the file that its counterexample is saved in.
using SavedFiles = std::map<std::string, std::string>;

/// A check's report. In brief it is one screen: the table where no law is violated; else the most telling finding, the
/// other violated laws in a line each, and the sum. In full the table, then every finding, then the sum.
/// `replay` says how a counterexample is run again.
std::string report_text(const Report& report, const ReplayHint& replay, const HeatMapStyle& style, Detail detail,
                        const SavedFiles& saved = {});

/// A replayed case: its one law's verdict, with the case as it was asked.
std::string replay_text(const Report& report, const Problem& problem, const HeatMapStyle& style);

/// What a violation found, in one line, before the search makes it smaller.
std::string found_text(std::string_view law, const Spec& spec, std::string_view reason, std::uint64_t seed);

}  // namespace attnref
