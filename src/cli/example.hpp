// The verb example: something to start from. A problem, an answer to it, a backend in one of five languages, or the
// folder of the modules that such backends use.
#pragma once

#include "cli/console.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref::cli {

struct ExampleVerb {
  std::string what;        ///< problem, answer, backend or folder
  std::string language;    ///< of a backend; empty: Python
  std::string save = "-";  ///< the file, "-" for stdout
};

/// The languages that there is a backend in.
std::vector<std::string_view> example_languages();

/// Returns the exit code, 0. Throws usage_error; file_error where the file can't be written.
int example(const ExampleVerb& verb, Console& console);

}  // namespace attnref::cli
