// A check's report as JUnit XML, as continuous integration reads it.
#pragma once

#include "attnref/report.hpp"

#include <string>
#include <string_view>

namespace attnref {

/// One test suite, named after the backend, with a test case a law: a violated law fails, with the reason, the
/// smallest case and the line that replays it; so does one that holds in spite of an exception. What is unsupported or
/// not run is skipped with the reason, what is excepted with the user's. Properties: attnref's version, the backend
/// and its version, the seed, the seconds, each dtype's rounding profile. `command` is what a replaying line begins
/// with.
std::string report_junit(const Report& report, std::string_view command);

}  // namespace attnref
