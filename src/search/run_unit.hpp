// Running the cases of one unit.
#pragma once

#include "search/run.hpp"
#include "search/unit.hpp"

namespace attnref {

/// Asks the unit's cases of a backend of its own, where there can be one, and notes in the unit what became of them.
/// Where the options say for how long, this unit has that many seconds of it. Throws problem_error for a replayed case
/// that its law is not about, that the backend does not take, or that costs too much.
void run_unit(Run& run, Unit& unit, double share_of_seconds);

}  // namespace attnref
