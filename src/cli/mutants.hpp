// The verb mutants: which law kills which mutant.
#pragma once

#include "cli/console.hpp"
#include "mutants/matrix.hpp"

#include <string>

namespace attnref::cli {

struct MutantsVerb {
  MatrixOptions options;
  std::string json;  ///< file of the JSON document, "-" for stdout, empty for none
};

/// Returns 0 if every mutant is killed by the law it names, every law kills a mutant, and no control is flagged;
/// else 1.
int mutants(MutantsVerb verb, Console& console);

}  // namespace attnref::cli
