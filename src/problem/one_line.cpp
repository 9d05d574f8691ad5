#include "problem/one_line.hpp"

#include "problem/code_point.hpp"

#include <fmt/format.h>

#include <optional>

namespace attnref {
namespace {

/// Characters that a terminal obeys and does not show: the control characters of ASCII and of Latin-1 (U+0080 to
/// U+009F; U+009B begins a sequence as ESC [ does), the ends of a line and of a paragraph (U+2028, U+2029), and those
/// that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069).
bool is_obeyed(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// A character as a line shows it. A byte that belongs to none is escaped too: a terminal that is not set to UTF-8
/// takes 0x80 to 0x9F for control characters.
std::string shown(std::string_view character, bool is_text) {
  if (is_text) return std::string(character);
  std::string escaped;
  for (const char byte : character) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return escaped;
}

}  // namespace

std::string on_one_line(std::string_view text, std::size_t most) {
  std::string line;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= most) return line + "...";
    const std::optional<CodePoint> next = first_code_point(text.substr(i));
    const std::size_t bytes = next ? next->bytes : 1;
    line += shown(text.substr(i, bytes), next && !is_obeyed(next->value));
    i += bytes;
  }
  return line;
}

}  // namespace attnref
