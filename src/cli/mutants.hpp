// The verb mutants: which law kills which mutant, or only a list of them.
#pragma once

#include "cli/console.hpp"
#include "mutation/kill_matrix.hpp"

#include <string>

namespace attnref::cli {

struct MutantsVerb {
  MatrixOptions options;
  bool list = false;  ///< only list the mutants; nothing is run
  std::string json;   ///< file of the JSON document, "-" for stdout, empty for none
};

/// Returns 0 for a list, and for a matrix if every mutant is killed by the law it names, every law kills a mutant, and
/// no control is flagged; else 1.
int mutants(MutantsVerb verb, Console& console);

}  // namespace attnref::cli
