#include "reports/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reports/numbers.hpp"
#include "problem/utf8.hpp"

namespace attnref {

namespace {

constexpr std::size_t label_limit = 14;
constexpr std::size_t cell_width = 8;  // " 0.123* "
constexpr std::size_t small_cell_width = 2;

enum class Side { left, right, middle };

std::string padded(std::string_view text, std::size_t width, Side side) {
  const std::size_t used = columns_of(text);
  const std::size_t blank = used < width ? width - used : 0;
  const std::size_t before = side == Side::left ? 0 : side == Side::right ? blank : (blank + 1) / 2;
  return std::string(before, ' ') + std::string(text) + std::string(blank - before, ' ');
}

/// Where everything goes. Without numbers the columns have no labels.
struct Layout {
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::vector<std::size_t> widths;  ///< of the columns
  std::size_t label_width = 0;
  std::size_t end_width = 0;  ///< of what stands behind a row
  bool with_numbers = true;
};

std::vector<std::string> labels_or_indices(const std::vector<std::string>& labels, std::size_t count) {
  std::vector<std::string> named;
  for (std::size_t i = 0; i < count; ++i) {
    named.push_back(labels.empty() ? std::to_string(i) : shortened(labels[i], label_limit));
  }
  return named;
}

std::size_t widest(const std::vector<std::string>& labels) {
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, columns_of(label));
  return width;
}

/// With the blank before it.
std::size_t end_width(const HeatMap& map) { return map.row_ends.empty() ? 0 : 1 + widest(map.row_ends); }

std::size_t total_width(const Layout& layout) {
  std::size_t width = layout.label_width + 1 + layout.end_width;
  for (const std::size_t column : layout.widths) width += column;
  return width;
}

Layout full_layout(const HeatMap& map) {
  Layout layout;
  layout.row_labels = labels_or_indices(map.row_labels, map.rows);
  layout.column_labels = labels_or_indices(map.column_labels, map.columns);
  layout.label_width = widest(layout.row_labels);
  layout.end_width = end_width(map);
  for (const std::string& label : layout.column_labels) {
    layout.widths.push_back(std::max(cell_width, columns_of(label) + 2));
  }
  return layout;
}

Layout small_layout(const HeatMap& map) {
  Layout layout;
  layout.with_numbers = false;
  layout.row_labels = labels_or_indices(map.row_labels, map.rows);
  if (!map.row_labels.empty()) {
    for (std::size_t i = 0; i < map.rows; ++i) layout.row_labels[i] = fmt::format("{:3} {}", i, layout.row_labels[i]);
  }
  layout.label_width = widest(layout.row_labels);
  layout.end_width = end_width(map);
  layout.widths.assign(map.columns, small_cell_width);
  return layout;
}

Layout layout_of(const HeatMap& map, const HeatMapStyle& style) {
  Layout full = full_layout(map);
  if (style.colour == ColourMode::plain || total_width(full) <= style.width) return full;
  return small_layout(map);
}

bool is_marked(const HeatMap& map, std::size_t i, std::size_t j) {
  if (map.marked.empty()) return false;
  return std::find(map.marked[i].begin(), map.marked[i].end(), j) != map.marked[i].end();
}

std::string cell(const HeatMap& map, const Layout& layout, ColourMode colour, std::size_t i, std::size_t j) {
  const double value = map.values[i * map.columns + j];
  const bool marked = is_marked(map, i, j);
  const std::string text = fmt::format("{}{}", layout.with_numbers ? decimals(value) : "", marked ? '*' : ' ');
  const std::string block = padded(text, layout.widths[j], colour == ColourMode::plain ? Side::right : Side::middle);
  // What is no number has no colour.
  return std::isnan(value) ? block : begin_weight(value, marked, colour) + block + end_weight(colour);
}

/// Of columns too narrow for their names every fifth has its index above it.
std::string sparse_headings(std::size_t first, std::size_t last) {
  constexpr std::size_t step = 5;
  std::string line;
  for (std::size_t j = (first + step - 1) / step * step; j < last; j += step) {
    line.resize((j - first) * small_cell_width, ' ');
    line += std::to_string(j);
  }
  return line;
}

std::string headings(const Layout& layout, ColourMode colour, std::size_t first, std::size_t last) {
  if (!layout.with_numbers) return sparse_headings(first, last);
  const Side side = colour == ColourMode::plain ? Side::right : Side::middle;
  std::string line;
  for (std::size_t j = first; j < last; ++j) line += padded(layout.column_labels[j], layout.widths[j], side);
  return line;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// The columns first .. last - 1, with headings.
std::string panel(const HeatMap& map, const Layout& layout, ColourMode colour, std::size_t first, std::size_t last) {
  const std::string margin(layout.label_width + 1, ' ');
  std::string text = without_trailing_spaces(margin + headings(layout, colour, first, last)) + '\n';
  for (std::size_t i = 0; i < map.rows; ++i) {
    std::string line = padded(layout.row_labels[i], layout.label_width, Side::left) + ' ';
    for (std::size_t j = first; j < last; ++j) line += cell(map, layout, colour, i, j);
    if (!map.row_ends.empty()) line += ' ' + map.row_ends[i];
    text += without_trailing_spaces(std::move(line)) + '\n';
  }
  return text;
}

void check_sizes(const HeatMap& map) {
  const bool labelled = (map.row_labels.empty() || map.row_labels.size() == map.rows) &&
                        (map.column_labels.empty() || map.column_labels.size() == map.columns) &&
                        (map.marked.empty() || map.marked.size() == map.rows) &&
                        (map.row_ends.empty() || map.row_ends.size() == map.rows);
  if (map.values.size() != map.rows * map.columns || !labelled) {
    throw std::invalid_argument(fmt::format(
        "heat_map: expected values and labels of {} x {}, found {} values, {} and {} labels, {} rows of marks",
        map.rows, map.columns, map.values.size(), map.row_labels.size(), map.column_labels.size(), map.marked.size()));
  }
}

/// Behind the last of the columns from `first` on that fit into a line together.
std::size_t end_of_range(const Layout& layout, std::size_t width, std::size_t first) {
  std::size_t used = layout.label_width + 1 + layout.end_width;
  std::size_t last = first;
  while (last < layout.widths.size() && used + layout.widths[last] <= width) used += layout.widths[last++];
  return std::min(std::max(last, first + 1), layout.widths.size());
}

}  // namespace

std::string heat_map(const HeatMap& map, const HeatMapStyle& style) {
  check_sizes(map);
  const Layout layout = layout_of(map, style);
  if (total_width(layout) <= style.width) return panel(map, layout, style.colour, 0, map.columns);
  std::string text;
  for (std::size_t first = 0; first < map.columns;) {
    const std::size_t last = end_of_range(layout, style.width, first);
    text += fmt::format("columns {} to {}\n", first, last - 1) + panel(map, layout, style.colour, first, last);
    first = last;
  }
  return text;
}

}  // namespace attnref
