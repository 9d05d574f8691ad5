// What makes a shell complete the command's verbs, options and their values, made from what the verbs declare.
#pragma once

#include "cli/parser.hpp"

#include <string>

namespace attnref::cli {

/// A script for each shell, to be sourced, or put where the shell looks for one.
std::string bash_completion(const Command& command);
std::string zsh_completion(const Command& command);
std::string fish_completion(const Command& command);

}  // namespace attnref::cli
