// The first code point of a UTF-8 text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace attnref {

/// A code point and the bytes that spell it.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};

/// The code point at the start of `text`; none if there isn't a well-formed one (overlong forms and surrogates are
/// not; Unicode 15, table 3-7).
std::optional<CodePoint> first_code_point(std::string_view text);

}  // namespace attnref
