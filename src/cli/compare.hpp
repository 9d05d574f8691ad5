// The verb compare: how far an answer in a file is from the correctly rounded one.
#pragma once

#include "attnref/parts.hpp"
#include "attnref/profile.hpp"
#include "cli/console.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace attnref::cli {

struct CompareVerb {
  std::string problem;             ///< .safetensors: a problem or a golden vector
  std::string answer;              ///< .safetensors, or .npy with one output
  std::optional<Part> as;          ///< the output that the .npy file is; absent: told by its shape
  std::optional<Profile> profile;  ///< to judge by; absent: the plain one of the answer's dtype
  bool map = true;                 ///< show the heat map
  std::size_t jobs = 1;            ///< threads
  std::string json;                ///< file of the JSON document, "-" for stdout, empty for none
};

/// Returns 0 where every number lies within its bound, 1 where one doesn't, 3 where nothing can be said of an output.
/// Throws usage_error, file_error or problem_error, one line, for what can't be compared; golden_unavailable.
int compare(const CompareVerb& verb, Console& console);

}  // namespace attnref::cli
