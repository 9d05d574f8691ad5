#include "grid/page_colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grid/levels.hpp"

namespace attnref::grid {

namespace {

double between(double first, double last, double part) { return first + (last - first) * part; }

std::string hex(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

const char* text_on(Rgb background) { return wants_black_text(background) ? "#000" : "#fff"; }

}  // namespace

Rgb colour_of_weight_on_dark(double weight) {
  const double part = std::sqrt(std::clamp(weight, 0.0, 1.0));
  const double hue = between(4.65, 3.75, part);  // radians: from indigo to cyan
  const double chroma = between(0.015, 0.05, part) + 0.30 * part * (1.0 - part);
  return from_oklab(between(0.235, 0.93, part), chroma * std::cos(hue), chroma * std::sin(hue));
}

std::string colour_rules() {
  std::string rules =
      "/* Generated: the colour scale of the grid, from attnref's own (src/grid/page_colours.cpp). */\n";
  for (int level = 0; level <= most_level; ++level) {
    const Rgb light = colour_of_weight(weight_of(level));
    const Rgb dark = colour_of_weight_on_dark(weight_of(level));
    // The first pair is for browsers without light-dark(), and for paper.
    rules += fmt::format(".l{}{{background:{};color:{};background:light-dark({},{});color:light-dark({},{})}}\n", level,
                         hex(light), text_on(light), hex(light), hex(dark), text_on(light), text_on(dark));
  }
  return rules;
}

}  // namespace attnref::grid
