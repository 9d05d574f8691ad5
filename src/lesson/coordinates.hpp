// What each coordinate of a word's vector stands for, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lesson/plain_matrix.hpp"

namespace attnref::lesson {

/// "noun" .. "other", "singular" .. "none", "word 1" .. "word 3", "position 1" .. "position 4", in the embedding's
/// order.
std::string coordinate_name(std::size_t row);

/// The rows of a projection's column that aren't zero.
std::vector<std::size_t> rows_in(const PlainMatrix& projection, std::size_t column);

/// The names of coordinates with `separator` between them.
std::string names_of(const std::vector<std::size_t>& rows, const std::string& separator);

}  // namespace attnref::lesson
