// The command as a whole: its verbs, each once.
#pragma once

#include "cli/parser.hpp"

namespace attnref::cli {

/// What is typed as `attnref`.
const Command& attnref_command();

}  // namespace attnref::cli
