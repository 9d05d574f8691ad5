// UTF-8 text, as far as lining up words in a terminal needs it: code points and how many columns they take.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
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

/// Columns a terminal gives a code point: 0 for combining marks, 2 for East Asian wide ones and emoji, else 1.
std::size_t columns_of(char32_t code_point);

/// Columns of a text; a byte that isn't UTF-8 counts as one.
std::size_t columns_of(std::string_view text);

/// `text` in at most `most` columns, its end replaced by an ellipsis where it is longer.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace attnref
