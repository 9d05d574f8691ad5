// The verb vectors: lists the golden vectors, or writes them anew.
#pragma once

#include "cli/console.hpp"

#include <string>

namespace attnref::cli {

struct VectorsVerb {
  std::string action;  ///< "list" or "write"
  std::string folder;  ///< of write
  std::string json;    ///< of list: file of the JSON list, "-" for stdout, empty for none
};

/// Returns 0. Throws usage_error, file_error, or, where attnref was built without FLINT, golden_unavailable from write.
int vectors(const VectorsVerb& verb, Console& console);

}  // namespace attnref::cli
