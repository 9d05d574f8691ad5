// From the units of a run to its report.
#pragma once

#include "search/run.hpp"
#include "search/unit.hpp"

#include <vector>

namespace attnref {

/// The report of a run whose units are done, their counterexamples moved into it. Ends the backend's processes.
Report gathered(const Run& run, std::vector<Unit>& units);

}  // namespace attnref
