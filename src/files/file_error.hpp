// What goes wrong with a file, said in one line. It knows no format.
#pragma once

#include "problem/one_line.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attnref {

/// A file that can't be used. `what()` is one line: which option and file, which field, what was expected and found.
struct file_error : std::runtime_error {
  using std::runtime_error::runtime_error;

  /// "SOURCE: FIELD: expected EXPECTED, found FOUND".
  file_error(const std::string& source, std::string_view field, std::string_view expected, std::string_view found);
};

/// How messages name a file: its path, after the option that brought it if there is one ("--wq weights.npy").
std::string source_name(const std::filesystem::path& path, std::string_view option = {});

}  // namespace attnref
