#include "problem/one_line.hpp"

#include <fmt/format.h>

namespace attnref {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

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
