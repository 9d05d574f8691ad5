// A matrix of weights as a picture of text: headings, a cell a weight, in colour or plain.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/colour.hpp"

namespace attnref {

/// What is shown: rows x columns weights in row-major order, meant to lie in [0, 1]; others are shown as numbers too.
struct HeatMap {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;
  std::vector<std::string> row_labels;             ///< UTF-8; empty: the rows' indices
  std::vector<std::string> column_labels;          ///< UTF-8; empty: the columns' indices
  std::vector<std::vector<std::size_t>> marked{};  ///< of each row the columns to mark with '*'; empty: none
  std::vector<std::string> row_ends{};             ///< what stands behind each row's last cell; empty: nothing
};

/// How it is shown.
struct HeatMapStyle {
  ColourMode colour = ColourMode::plain;
  std::size_t width = no_limit;  ///< of a line, in columns
};

/// The map, every line ended by a newline. Numbers have three decimals. A coloured map that is too wide with its
/// numbers leaves them out: its cells are two wide and every fifth column is headed by its index; a plain map keeps
/// them. One that is still too wide is shown a range of columns at a time, at least one of them however narrow the
/// lines. Throws std::invalid_argument where values or labels don't match rows and columns.
std::string heat_map(const HeatMap& map, const HeatMapStyle& style);

}  // namespace attnref
