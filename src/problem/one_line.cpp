#include "problem/one_line.hpp"

#include <fmt/format.h>

namespace attnref {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// How many bytes at the beginning of `text` a terminal would obey and not show: a control character of ASCII or of
/// Latin-1 (U+0080 to U+009F, among them one that begins a sequence as ESC [ does), an end of a line or paragraph
/// (U+2028, U+2029), or one that turns the direction of what follows (U+202A to U+202E, U+2066 to U+2069).
std::size_t obeyed_bytes(std::string_view text) {
  const auto byte = [text](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;
  if (byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE) return 3;
  if (byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9) return 3;
  return 0;
}

}  // namespace

std::string on_one_line(std::string_view text, std::size_t most) {
  std::string line;
  std::size_t escaped = 0;  // bytes from here on
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i >= most && !is_continuation(text[i])) return line + "...";
    if (escaped == 0) escaped = obeyed_bytes(text.substr(i));
    if (escaped == 0) {
      line += text[i];
    } else {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
      --escaped;
    }
  }
  return line;
}

}  // namespace attnref
