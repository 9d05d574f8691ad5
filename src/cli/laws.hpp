// The verb laws: what the laws say, and the claims that only the compiler or a count can prove.
#pragma once

#include "cli/console.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref::cli {

struct LawsVerb {
  std::vector<std::string> ids;  ///< laws or claims to print in full; empty: the list of all
  std::string json;              ///< file of the JSON document, "-" for stdout, empty for none
};

/// The names that ids may have, each once: a law and a claim may share theirs.
std::vector<std::string_view> law_and_claim_ids();

/// Returns 0. Throws usage_error for an id that neither a law nor a claim has.
int laws(const LawsVerb& verb, Console& console);

}  // namespace attnref::cli
