// UTF-8 text, as far as lining up words in a terminal needs it: how many columns it takes.
#pragma once

#include "problem/code_point.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace attnref {

/// Columns a terminal gives a code point: 0 for combining marks, 2 for East Asian wide ones and emoji, else 1.
std::size_t columns_of(char32_t code_point);

/// Columns of a text; a byte that isn't UTF-8 counts as one.
std::size_t columns_of(std::string_view text);

/// `text` in at most `most` columns, its end replaced by an ellipsis where it is longer.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace attnref
