#include "reports/html_map.hpp"

#include "reports/colour.hpp"
#include "reports/markup.hpp"
#include "reports/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace attnref {
namespace {

/// Larger maps are seen through a window of this size; numbers stand in the cells up to so many columns and rows.
constexpr std::size_t window = 32;
constexpr std::size_t most_columns_with_numbers = 4;
constexpr std::size_t most_rows_with_numbers = 12;
/// A map of at most so many numbers is read out whole.
constexpr std::size_t most_numbers_in_words = 16;

constexpr Rgb no_number{122, 59, 143};
constexpr Rgb nothing_said{216, 220, 225};

/// Linear in sRGB: between colours so near each other the eye sees no difference to a better space.
Rgb mixed(Rgb from, Rgb to, double part) {
  const auto channel = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
  };
  return {channel(from.red, to.red), channel(from.green, to.green), channel(from.blue, to.blue)};
}

/// From near white at 0 to blue at the largest magnitude there is and to orange at its opposite.
Rgb colour_of_signed(double value, double largest) {
  const double part = largest > 0 ? std::clamp(std::fabs(value) / largest, 0.0, 1.0) : 0;
  return mixed({246, 246, 244}, value < 0 ? Rgb{179, 88, 6} : Rgb{24, 90, 169}, part);
}

/// Green within the bound, from orange to dark red beyond it, by powers of ten.
Rgb colour_of_ratio(double ratio) {
  if (ratio <= 1) return mixed({238, 245, 239}, {150, 205, 163}, ratio);
  return mixed({244, 165, 130}, {116, 5, 30}, std::min(std::log10(ratio) / 15, 1.0));
}

/// What part of a map is drawn.
struct View {
  std::size_t rows, columns;  ///< of all there is
  std::size_t first_row = 0, first_column = 0;
  std::size_t shown_rows, shown_columns;
  bool numbers;          ///< in the cells
  double width, height;  ///< of a cell
  std::optional<Place> marked;

  std::size_t at(std::size_t i, std::size_t j) const { return (first_row + i) * columns + first_column + j; }
  bool whole() const { return shown_rows == rows && shown_columns == columns; }
};

std::size_t first_in_window(std::size_t size, std::size_t middle) {
  if (size <= window) return 0;
  return std::min(middle > window / 2 ? middle - window / 2 : 0, size - window);
}

View view_of(const Tensor& map, std::optional<Place> marked) {
  View view{};
  view.rows = map.shape.front();
  view.columns = map.rank() < 2 ? 1 : map.values.size() / view.rows;
  view.marked = marked;
  view.shown_rows = std::min(view.rows, window);
  view.shown_columns = std::min(view.columns, window);
  if (marked) {
    view.first_row = first_in_window(view.rows, marked->row);
    view.first_column = first_in_window(view.columns, marked->column);
  }
  view.numbers = view.columns <= most_columns_with_numbers && view.rows <= most_rows_with_numbers;
  const double side = std::clamp(280.0 / static_cast<double>(std::max(view.shown_rows, view.shown_columns)), 8.0, 22.0);
  view.width = view.numbers ? 66 : side;
  view.height = view.numbers ? 28 : side;
  return view;
}

/// A number of a map as it is drawn and said.
struct Cell {
  Rgb colour;
  std::string text;
};

using CellOf = std::function<Cell(std::size_t n)>;

constexpr double left = 30, top = 20;

std::string label(double x, double y, const char* anchor, std::size_t index) {
  return fmt::format("<text class=\"axis\" x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\">{}</text>", x, y, anchor, index);
}

/// Indices beside the rows and above the columns: all where there is room, otherwise every fourth.
std::string labels(const View& view) {
  std::string text;
  const auto has_one = [&](std::size_t index) { return view.numbers || view.width >= 20 || index % 4 == 0; };
  for (std::size_t i = 0; i < view.shown_rows; ++i) {
    if (!has_one(view.first_row + i)) continue;
    text += label(left - 6, top + (static_cast<double>(i) + 0.5) * view.height + 4, "end", view.first_row + i);
  }
  for (std::size_t j = 0; j < view.shown_columns; ++j) {
    if (!has_one(view.first_column + j)) continue;
    text += label(left + (static_cast<double>(j) + 0.5) * view.width, top - 6, "middle", view.first_column + j);
  }
  return text;
}

std::string drawn(const View& view, std::size_t i, std::size_t j, const Cell& cell) {
  const double x = left + static_cast<double>(j) * view.width, y = top + static_cast<double>(i) * view.height;
  std::string text = fmt::format(
      "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"#{:02x}{:02x}{:02x}\"><title>[{}, {}] "
      "{}</title></rect>",
      x, y, view.width - 1, view.height - 1, cell.colour.red, cell.colour.green, cell.colour.blue, view.first_row + i,
      view.first_column + j, cell.text);
  if (!view.numbers) return text;
  return text + fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\" fill=\"#{}\">{}</text>",
                            x + (view.width - 1) / 2, y + view.height / 2 + 3.5,
                            wants_black_text(cell.colour) ? "000" : "fff", cell.text);
}

std::string outline(const View& view) {
  if (!view.marked) return "";
  return fmt::format("<rect class=\"mark\" x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"/>",
                     left + static_cast<double>(view.marked->column - view.first_column) * view.width - 1,
                     top + static_cast<double>(view.marked->row - view.first_row) * view.height - 1, view.width + 1,
                     view.height + 1);
}

/// For those who don't see it: all numbers where they are few, and the marked one.
std::string in_words(std::string_view what, const View& view, const CellOf& cell_of) {
  std::string text = fmt::format("{}, {} by {}", what, view.rows, view.columns);
  if (view.marked) {
    text += fmt::format("; at row {}, column {}: {}", view.marked->row, view.marked->column,
                        cell_of(view.marked->row * view.columns + view.marked->column).text);
  }
  if (view.rows * view.columns > most_numbers_in_words) return text;
  for (std::size_t i = 0; i < view.rows; ++i) {
    text += fmt::format("; row {}:", i);
    for (std::size_t j = 0; j < view.columns; ++j) text += ' ' + cell_of(i * view.columns + j).text;
  }
  return text;
}

std::string map_of(std::string_view name, std::string_view heading, const View& view, const CellOf& cell_of) {
  const double width = left + static_cast<double>(view.shown_columns) * view.width + 2;
  const double height = top + static_cast<double>(view.shown_rows) * view.height + 2;
  std::string text = fmt::format(
      "<div class=\"map\"><div class=\"heading\">{0}</div><svg role=\"img\" aria-label=\"{1}\" width=\"{2:g}\" "
      "height=\"{3:g}\" viewBox=\"0 0 {2:g} {3:g}\">",
      escaped(heading), escaped(in_words(fmt::format("{} {}", name, heading), view, cell_of)), width, height);
  text += labels(view);
  for (std::size_t i = 0; i < view.shown_rows; ++i) {
    for (std::size_t j = 0; j < view.shown_columns; ++j) text += drawn(view, i, j, cell_of(view.at(i, j)));
  }
  return text + outline(view) + "</svg></div>\n";
}

double largest_magnitude(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (const auto* values : {&a, &b}) {
    for (const double value : *values) {
      if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
    }
  }
  return largest;
}

std::string caption(const SeenOutput& output, const View& view) {
  std::string text = fmt::format("<b>{}</b>, {} × {}", escaped(name_of(output.part)), view.rows, view.columns);
  if (!view.whole()) {
    text += fmt::format(", of which rows {} to {} and columns {} to {}", view.first_row,
                        view.first_row + view.shown_rows - 1, view.first_column,
                        view.first_column + view.shown_columns - 1);
  }
  return text;
}

}  // namespace

std::optional<Place> furthest_beyond(const SeenOutput& output) {
  std::optional<Place> place;
  double largest = 1;
  const std::size_t columns = output.observed.rank() < 2 ? 1 : output.observed.columns();
  for (std::size_t n = 0; n < output.expected.size(); ++n) {
    const double ratio = output.ratio(n).value_or(0);
    if (!(ratio > largest)) continue;
    largest = ratio;
    place = Place{n / columns, n % columns};
  }
  return place;
}

std::string maps_figure(const SeenOutput& output, std::optional<Place> marked) {
  if (output.observed.values.empty()) return "";
  const View view = view_of(output.observed, marked);
  const double largest = largest_magnitude(output.observed.values, output.expected);
  const bool are_weights = output.part == Part::weights;
  const auto number_cell = [&](double value) -> Cell {
    if (!std::isfinite(value)) return {no_number, rounded(value)};
    return {are_weights ? colour_of_weight(value) : colour_of_signed(value, largest), rounded(value)};
  };
  const auto ratio_cell = [&](std::size_t n) -> Cell {
    const std::optional<double> ratio = output.ratio(n);
    return ratio ? Cell{colour_of_ratio(*ratio), rounded(*ratio)} : Cell{nothing_said, "-"};
  };
  std::string text = fmt::format("<figure><figcaption>{}</figcaption><div class=\"maps\">\n", caption(output, view));
  text += map_of(name_of(output.part), "observed", view,
                 [&](std::size_t n) { return number_cell(output.observed.values[n]); });
  if (!output.expected.empty()) {
    text +=
        map_of(name_of(output.part), "expected", view, [&](std::size_t n) { return number_cell(output.expected[n]); });
    text += map_of(name_of(output.part), "error / bound", view, ratio_cell);
  }
  return text + "</div></figure>\n";
}

}  // namespace attnref
