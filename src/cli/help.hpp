// The verb help: the help of the command or of one verb, or the manual page of all.
#pragma once

#include "cli/console.hpp"
#include "cli/parser.hpp"

#include <string>

namespace attnref::cli {

struct HelpVerb {
  std::string verb;     ///< empty: the command as a whole
  bool manual = false;  ///< instead, the manual page
};

/// Returns the exit code, 0. Throws usage_error for a verb that the command doesn't have.
int help(const HelpVerb& verb, const Command& command, Console& console);

}  // namespace attnref::cli
