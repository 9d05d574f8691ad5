#include "files/file_error.hpp"

#include <fmt/format.h>

namespace attnref {

namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

file_error::file_error(const std::string& source, std::string_view field, std::string_view expected,
                       std::string_view found)
    : std::runtime_error(fmt::format("{}: {}: expected {}, found {}", source, field, expected, found)) {}

std::string source_name(const std::filesystem::path& path, std::string_view option) {
  const std::string name = on_one_line(path.string(), 4096);
  return option.empty() ? name : fmt::format("{} {}", option, name);
}

std::string on_one_line(std::string_view text, std::size_t most) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i >= most && !is_continuation(text[i])) return line + "...";
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != 0x7F) {
      line += text[i];
    } else {
      line += fmt::format("\\x{:02x}", byte);
    }
  }
  return line;
}

}  // namespace attnref
