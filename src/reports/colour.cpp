#include "reports/colour.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace attnref {

namespace {

double linear(std::uint8_t component) {
  const double value = component / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

std::uint8_t encoded(double linear_component) {
  const double value = std::clamp(linear_component, 0.0, 1.0);
  const double curved = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255.0 * curved));
}

double cubed(double value) { return value * value * value; }

double between(double first, double last, double part) { return first + (last - first) * part; }

/// Of a terminal that does not say how wide it is.
constexpr std::size_t usual_columns = 80;

std::string_view text_of(const char* variable) { return variable == nullptr ? std::string_view{} : variable; }

}  // namespace

ColourMode colour_mode(const TerminalEnvironment& environment) {
  const std::string_view term = text_of(environment.term);
  const std::string_view colorterm = text_of(environment.colorterm);
  if (!environment.is_terminal || !text_of(environment.no_color).empty() || term == "dumb") return ColourMode::plain;
  if (colorterm == "truecolor" || colorterm == "24bit") return ColourMode::truecolour;
  return term.find("256color") != std::string_view::npos ? ColourMode::palette256 : ColourMode::plain;
}

ColourMode colour_mode_of(int descriptor) {
  return colour_mode(
      {::isatty(descriptor) == 1, std::getenv("NO_COLOR"), std::getenv("COLORTERM"), std::getenv("TERM")});
}

std::size_t line_width(const char* columns, std::optional<std::size_t> terminal) {
  const std::string_view text = text_of(columns);
  std::size_t width = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  if (error == std::errc{} && stopped == text.data() + text.size() && width > 0) return width;
  if (!terminal) return no_limit;
  return *terminal > 0 ? *terminal : usual_columns;
}

std::optional<std::size_t> terminal_columns(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) != 1) return std::nullopt;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_columns;
}

std::size_t line_width_of(int descriptor) { return line_width(std::getenv("COLUMNS"), terminal_columns(descriptor)); }

Rgb from_oklab(double lightness, double a, double b) {
  const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Rgb colour_of_weight(double weight) {
  const double part = std::sqrt(std::clamp(weight, 0.0, 1.0));
  const double lightness = between(0.975, 0.30, part);
  const double hue = between(3.7, 4.75, part);  // radians: from cyan to indigo
  // Strongest in the middle: neither nearly white nor nearly black can carry much colour.
  const double chroma = between(0.012, 0.11, part) + 0.22 * part * (1.0 - part);
  return from_oklab(lightness, chroma * std::cos(hue), chroma * std::sin(hue));
}

Rgb palette_colour(int number) {
  constexpr std::uint8_t levels[] = {0, 95, 135, 175, 215, 255};
  const int cube = number - 16;
  return {levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]};
}

int palette_number_of_weight(double weight) {
  // From white over sky blue to navy; the nearest colour of the whole cube would jump between hues.
  constexpr int ramp[] = {231, 195, 153, 117, 75, 69, 26, 25, 19, 18, 17};
  const double wanted = std::cbrt(luminance(colour_of_weight(weight)));
  int nearest = ramp[0];
  double distance = 1.0;
  for (const int number : ramp) {
    const double here = std::fabs(std::cbrt(luminance(palette_colour(number))) - wanted);
    if (here >= distance) continue;
    nearest = number;
    distance = here;
  }
  return nearest;
}

double luminance(Rgb colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

bool wants_black_text(Rgb background) {
  const double with_black = (luminance(background) + 0.05) / 0.05;
  const double with_white = 1.05 / (luminance(background) + 0.05);
  return with_black > with_white;
}

std::string begin_weight(double weight, bool bold, ColourMode mode) {
  const std::string_view begin = bold ? "\x1b[1;" : "\x1b[";
  if (mode == ColourMode::truecolour) {
    const Rgb colour = colour_of_weight(weight);
    const int text = wants_black_text(colour) ? 0 : 255;
    return fmt::format("{}38;2;{};{};{};48;2;{};{};{}m", begin, text, text, text, colour.red, colour.green,
                       colour.blue);
  }
  if (mode == ColourMode::palette256) {
    const int number = palette_number_of_weight(weight);
    return fmt::format("{}38;5;{};48;5;{}m", begin, wants_black_text(palette_colour(number)) ? 16 : 231, number);
  }
  return {};
}

std::string end_weight(ColourMode mode) { return mode == ColourMode::plain ? "" : "\x1b[0m"; }

}  // namespace attnref
