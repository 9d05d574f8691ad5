// A check's report as one HTML page, to be sent to a colleague: it fetches nothing and runs nothing.
#pragma once

#include "attnref/report.hpp"

#include <string>
#include <string_view>

namespace attnref {

/// The verdicts as a table, violated laws first, and of each violated or excepted law the statement, the reason, the
/// case with its inputs where they are few, what was observed and expected, the answer's maps, and the line that
/// replays it, which begins with `command`. What comes from outside is text and never markup.
std::string report_html(const Report& report, std::string_view command);

}  // namespace attnref
