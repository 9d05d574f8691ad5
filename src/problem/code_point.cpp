#include "problem/code_point.hpp"

namespace attnref {
namespace {

struct Lead {
  std::size_t bytes;
  char32_t bits;
  char32_t least;  ///< the smallest code point that needs this many bytes
};

std::optional<Lead> lead_of(unsigned char byte) {
  if (byte < 0x80) return Lead{1, byte, 0};
  if (byte >= 0xC2 && byte < 0xE0) return Lead{2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return Lead{3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF5) return Lead{4, byte & 0x07U, 0x10000};
  return std::nullopt;
}

}  // namespace

std::optional<CodePoint> first_code_point(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::optional<Lead> lead = lead_of(static_cast<unsigned char>(text[0]));
  if (!lead || text.size() < lead->bytes) return std::nullopt;
  char32_t value = lead->bits;
  for (std::size_t i = 1; i < lead->bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    value = value << 6U | (byte & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lead->least || surrogate || value > 0x10FFFF) return std::nullopt;
  return CodePoint{value, lead->bytes};
}

}  // namespace attnref
