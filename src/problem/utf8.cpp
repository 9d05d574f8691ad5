#include "problem/utf8.hpp"

namespace attnref {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t Count>
bool lies_in(char32_t code_point, const Range (&ranges)[Count]) {
  for (const Range& range : ranges) {
    if (code_point >= range.first && code_point <= range.last) return true;
  }
  return false;
}

// The common blocks of Unicode's EastAsianWidth W and F, and of its marks. Rare scripts may be a column off.
constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
                          {0xA960, 0xA97F},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                          {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                          {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
constexpr Range without_width[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},  {0x064B, 0x065F},
                                   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},  {0x20D0, 0x20FF},
                                   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0x1F3FB, 0x1F3FF}};

}  // namespace

std::size_t columns_of(char32_t code_point) {
  if (lies_in(code_point, without_width)) return 0;
  return lies_in(code_point, wide) ? 2 : 1;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::optional<CodePoint> next = first_code_point(text);
    columns += next ? columns_of(next->value) : 1;
    text.remove_prefix(next ? next->bytes : 1);
  }
  return columns;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (columns_of(text) <= most) return std::string(text);
  std::string kept;
  std::size_t columns = 1;  // the ellipsis
  while (!text.empty()) {
    const CodePoint next = first_code_point(text).value_or(CodePoint{U'?', 1});
    columns += columns_of(next.value);
    if (columns > most) break;
    kept += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return kept + "\xE2\x80\xA6";
}

}  // namespace attnref
