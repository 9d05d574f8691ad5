// The verb check: puts the laws to a back end and prints their verdicts.
#pragma once

#include "attnref/check.hpp"
#include "cli/back_end.hpp"
#include "cli/console.hpp"

#include <string>

namespace attnref::cli {

struct CheckVerb {
  CheckOptions options;
  BackEnd back_end;
  std::string json;    ///< file of the JSON report, "-" for stdout, empty for none
};

/// Returns the exit code: 0, 1 or 3. Throws usage_error, problem_error or file_error for what can't be run.
int check(CheckVerb verb, Console& console);

}  // namespace attnref::cli
