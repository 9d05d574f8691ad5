// Where a program is, by the name that people type.
#pragma once

#include <optional>
#include <string>

namespace attnref {

/// The file of the program: `name` itself where it has a slash, otherwise the first of that name on PATH.
std::optional<std::string> find_program(const std::string& name);

}  // namespace attnref
