// The page's colour scale, light and dark: readable, ordered, even.
#include <cmath>
#include <cstdio>
#include <sstream>

#include "catch.hpp"
#include "grid/levels.hpp"
#include "grid/page_colours.hpp"

using namespace attnref;

namespace {

double contrast(Rgb a, Rgb b) {
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return x > y ? x / y : y / x;
}

Rgb rgb(const std::string& hex) {
  unsigned red = 0, green = 0, blue = 0;
  const bool is_short = hex.size() == 4;
  const int read = std::sscanf(hex.c_str(), is_short ? "#%1x%1x%1x" : "#%2x%2x%2x", &red, &green, &blue);
  REQUIRE(read == 3);
  const unsigned by = is_short ? 17 : 1;
  return {static_cast<std::uint8_t>(red * by), static_cast<std::uint8_t>(green * by),
          static_cast<std::uint8_t>(blue * by)};
}

/// The colours of a rule, in its order: background and text for old browsers, then light and dark of both.
std::vector<Rgb> colours_in(const std::string& rule) {
  std::vector<Rgb> colours;
  for (std::size_t at = rule.find('#'); at != std::string::npos; at = rule.find('#', at + 1)) {
    const std::size_t end = rule.find_first_not_of("0123456789abcdef", at + 1);
    colours.push_back(rgb(rule.substr(at, end - at)));
  }
  return colours;
}

/// Lightness as CIE has it, from luminance.
double lightness(Rgb colour) { return 116 * std::cbrt(luminance(colour)) - 16; }

}  // namespace

TEST_CASE("the page's colours: text on each step has contrast AA, light and dark") {
  std::istringstream rules(grid::colour_rules());
  int steps = 0;
  for (std::string rule; std::getline(rules, rule);) {
    if (rule.rfind(".l", 0) != 0) continue;
    const std::vector<Rgb> c = colours_in(rule);
    REQUIRE(c.size() == 6);
    INFO(rule);
    CHECK(contrast(c[0], c[1]) >= 4.5);  // WCAG 2.1, success criterion 1.4.3
    CHECK(contrast(c[2], c[4]) >= 4.5);
    CHECK(contrast(c[3], c[5]) >= 4.5);
    ++steps;
  }
  CHECK(steps == grid::most_level + 1);
}

TEST_CASE("the page's colours: each step differs from the last by about as much, light and dark") {
  for (const auto colour : {colour_of_weight, grid::colour_of_weight_on_dark}) {
    const double whole = lightness(colour(1)) - lightness(colour(0));
    for (int level = 1; level <= grid::most_level; ++level) {
      const double step = lightness(colour(grid::weight_of(level))) - lightness(colour(grid::weight_of(level - 1)));
      INFO(level);
      // Colours have 256 values a component, which is what makes the steps uneven.
      CHECK(step / whole > 0.4 / grid::most_level);
      CHECK(step / whole < 1.8 / grid::most_level);
    }
  }
}

TEST_CASE("the page's colours: a step is that of its own weight") {
  for (int level = 0; level <= grid::most_level; ++level) CHECK(grid::level_of(grid::weight_of(level)) == level);
  CHECK(grid::level_of(-1) == 0);
  CHECK(grid::level_of(2) == grid::most_level);
}
