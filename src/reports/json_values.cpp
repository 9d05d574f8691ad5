#include "reports/json_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace attnref::json {
namespace {

/// DEL and the control characters of Latin-1 (U+0080 to U+009F) as JSON's escapes: it admits them as they are, and a
/// terminal that shows the document would obey them. Outside of strings JSON has none.
std::string without_controls(std::string_view json) {
  std::string text;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto byte = static_cast<unsigned char>(json[i]);
    const unsigned next = i + 1 < json.size() ? static_cast<unsigned char>(json[i + 1]) : 0;
    if (byte == 0x7F) {
      text += "\\u007f";
    } else if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) {
      text += fmt::format("\\u{:04x}", next);
      ++i;
    } else {
      text += json[i];
    }
  }
  return text;
}

}  // namespace

Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

std::string text(const Json& json) {
  return without_controls(json.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

}  // namespace attnref::json
