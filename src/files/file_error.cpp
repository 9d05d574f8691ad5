#include "files/file_error.hpp"

#include <fmt/format.h>

namespace attnref {

file_error::file_error(const std::string& source, std::string_view field, std::string_view expected,
                       std::string_view found)
    : std::runtime_error(fmt::format("{}: {}: expected {}, found {}", source, field, expected, found)) {}

std::string source_name(const std::filesystem::path& path, std::string_view option) {
  const std::string name = on_one_line(path.string(), 4096);
  return option.empty() ? name : fmt::format("{} {}", option, name);
}

}  // namespace attnref
