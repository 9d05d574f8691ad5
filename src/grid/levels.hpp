// What a cell of the page looks like, in steps that its style sheet knows.
#pragma once

#include <cstdint>
#include <vector>

#include "lesson/grid.hpp"

namespace attnref::grid {

/// The colour scale has steps 0 .. most_level. Its lightness goes with the weight's square root (reports/colour.hpp).
inline constexpr int most_level = 50;

/// The step of a weight in [0, 1].
int level_of(double weight);

/// The weight in the middle of a step.
double weight_of(int level);

/// The steps of all weights, row after row.
std::vector<std::uint8_t> levels_of(const lesson::Grid& grid);

/// Of all cells: 0; 1 for a largest of its row; 2 for one in a row of several words that looks at every word alike.
std::vector<std::uint8_t> marks_of(const lesson::Grid& grid);

}  // namespace attnref::grid
