// The verb vectors: lists the golden vectors, writes them again, or judges the answers stored beside them.
#pragma once

#include "attnref/profile.hpp"
#include "cli/console.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace attnref::cli {

struct VectorsVerb {
  std::string action;              ///< "list", "write" or "verify"
  std::string folder;              ///< of write and verify
  std::string json;                ///< of list and verify: file of the JSON document, "-" for stdout, empty for none
  std::string answers;             ///< of verify: the folder of the answers; empty: the vectors' own
  std::optional<Profile> profile;  ///< of verify: to judge by; absent: the plain one of each answer's dtype
  bool all = false;                ///< of verify: exit code 3 where an answer is missing
  std::size_t jobs = 0;            ///< of verify: threads; 0: as many as run at once
};

/// Returns 0; verify 1 where an answer is beyond its bound or no answer, 3 where nothing was judged, or with `all` an
/// answer is missing. Throws usage_error, file_error, or, where attnref was built without FLINT, golden_unavailable.
int vectors(const VectorsVerb& verb, Console& console);

}  // namespace attnref::cli
