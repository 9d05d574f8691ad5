// The program behind a line as people type it.
#pragma once

#include "doors/child_process.hpp"

#include <string>

namespace attnref {

/// What /bin/sh runs for the line, whatever it may be: a program and its arguments, `exec`, `. FILE`, a compound
/// command.
Program shell_line(const std::string& line);

}  // namespace attnref
