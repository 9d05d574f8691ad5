// The environment that a program is started in.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attnref {

/// This process's environment as NAME=VALUE, with the given variables set, and one thread for each BLAS that the user
/// has not said otherwise of: cases are small, and threads that wait for work take the processor from those that do it.
std::vector<std::string> child_environment(const std::vector<std::pair<std::string, std::string>>& changes);

}  // namespace attnref
