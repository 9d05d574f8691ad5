#include "reports/markup.hpp"

#include "problem/utf8.hpp"

#include <fmt/format.h>

#include <optional>

namespace attnref {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_allowed(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) return false;
  // Surrogates are no UTF-8. The last two of each plane are no characters, which XML says of the first plane's only.
  return (c & 0xFFFEU) != 0xFFFEU;
}

std::string_view reference(char32_t c) {
  switch (c) {
    case U'&':
      return "&amp;";
    case U'<':
      return "&lt;";
    case U'>':
      return "&gt;";
    case U'"':
      return "&quot;";
    case U'\'':
      return "&#39;";
    case U'\t':
      return "&#9;";
    case U'\n':
      return "&#10;";
    case U'\r':
      return "&#13;";
    default:
      return "";
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::optional<CodePoint> next = first_code_point(text);
    const std::size_t bytes = next ? next->bytes : 1;
    if (const std::string_view written = next ? reference(next->value) : ""; !written.empty()) {
      result += written;
    } else if (next && is_allowed(next->value)) {
      result += text.substr(0, bytes);
    } else {
      result += replacement;
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace attnref
