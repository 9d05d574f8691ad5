// Where a cell of the grid comes from, in words and numbers. Everything is rounded to three decimals.
#pragma once

#include <cstddef>
#include <string>

#include "grid/session.hpp"

namespace attnref::grid {

/// Lines of "what<tab>how much": the terms of the score, their sum and the divisor, the softmax. Terms that are zero
/// are left out with projections; "nothing" stands for all of them.
std::string cell_story(const Session& session, std::size_t row, std::size_t column);

/// One line: what the row looks at most and, with projections, what it reads there. Words stand between the marks that
/// isolate their direction of writing (U+2068, U+2069).
std::string row_story(const Session& session, std::size_t row);

/// "7 of 7 rows look at themselves most."
std::string summary(const Session& session);

/// A word's name in the grid: as typed, in at most 24 columns of a terminal, an ellipsis for the rest.
std::string word_name(const Session& session, std::size_t word);

}  // namespace attnref::grid
