// The verb laws: what the laws say, and the claims that only the compiler or a count can prove.
#pragma once

#include "cli/console.hpp"

#include <string>
#include <vector>

namespace attnref::cli {

struct LawsVerb {
  std::vector<std::string> ids;  ///< laws or claims to print in full; empty: the list of all
  std::string json;              ///< file of the JSON document, "-" for stdout, empty for none
};

/// Returns 0. Throws usage_error for an id that there is not.
int laws(const LawsVerb& verb, Console& console);

}  // namespace attnref::cli
