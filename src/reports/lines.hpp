// Text in lines of a terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnref {

/// `text` in lines of at most `width` columns, broken at blanks too; a word that is longer keeps a line to itself.
/// Lines after the first begin with `indent` blanks. Nothing is added at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

/// How many lines of a terminal `width` columns wide a text takes that ends its lines itself.
std::size_t lines_taken(std::string_view text, std::size_t width);

}  // namespace attnref
