// The manual page, made from what the verbs declare.
#pragma once

#include "cli/parser.hpp"

#include <string>

namespace attnref::cli {

/// The page in section 1 as roff with the man macros: the command, then each verb with its options and its examples.
std::string manual_page(const Command& command);

}  // namespace attnref::cli
