// Problems in files, of the core only: of masks, heads and batches there are no answers yet.
#pragma once

#include "attnref/problem.hpp"

#include <string>
#include <string_view>

namespace attnref::cli {

/// Reads a problem document. Throws file_error where it can't be read, or makes a choice beyond the core, which it
/// names.
Problem read_core_problem(const std::string& file, std::string_view option = {});

}  // namespace attnref::cli
