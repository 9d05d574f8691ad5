#include "docs/svg.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace attnref::docs::svg {
namespace {

// Colours: text at 4.5:1 or more and lines at 3:1 or more on their ground, in both schemes.
constexpr std::string_view style_sheet = R"(<style>
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:14px}
.small{font-size:12px}.strong{font-weight:600}.mono{font-variant-numeric:tabular-nums}
.ground{fill:#fff}.ink{fill:#1f2328}.muted{fill:#59636e}
.axis{stroke:#59636e}.grid{stroke:#d1d9e0}
line,.path{stroke-width:1;fill:none}.thick{stroke-width:2}.dots{stroke-dasharray:2 4}.dashes{stroke-dasharray:7 4}
.one{stroke:#0550ae}.two{stroke:#bc4c00}.three{stroke:#116329}.four{stroke:#8250df}
.fill-one{fill:#0550ae}.fill-two{fill:#bc4c00}.fill-three{fill:#116329}.fill-four{fill:#8250df}
.band-one{fill:#0550ae;fill-opacity:.16}.band-two{fill:#bc4c00;fill-opacity:.16}
.band-three{fill:#116329;fill-opacity:.16}.band-four{fill:#8250df;fill-opacity:.16}
@media(prefers-color-scheme:dark){.ground{fill:#0d1117}.ink{fill:#e6edf3}.muted{fill:#9198a1}
.axis{stroke:#9198a1}.grid{stroke:#30363d}
.one{stroke:#79c0ff}.two{stroke:#ffa657}.three{stroke:#7ee787}.four{stroke:#d2a8ff}
.fill-one{fill:#79c0ff}.fill-two{fill:#ffa657}.fill-three{fill:#7ee787}.fill-four{fill:#d2a8ff}
.band-one{fill:#79c0ff}.band-two{fill:#ffa657}.band-three{fill:#7ee787}.band-four{fill:#d2a8ff}}
</style>
)";

std::string_view name_of(Anchor anchor) {
  constexpr std::array<std::string_view, 3> names = {"start", "middle", "end"};
  return names[static_cast<std::size_t>(anchor)];
}

std::string listed(std::span<const Point> points) {
  std::string list;
  for (const Point& point : points) list += (list.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
  return list;
}

}  // namespace

std::string number(double x) {
  // A ten-thousandth of a hundredth settles ties upwards, whatever the last bits are.
  const auto hundredths = static_cast<long long>(std::floor(x * 100 + 0.5 + 1e-4));
  const long long whole = std::abs(hundredths) / 100, rest = std::abs(hundredths) % 100;
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(whole);
  if (rest != 0) text += rest % 10 == 0 ? fmt::format(".{}", rest / 10) : fmt::format(".{:02}", rest);
  return text;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

Scale::Scale(bool by_logarithm, double from, double to, double at_from, double at_to)
    : by_logarithm_(by_logarithm), from_(from), to_(to), at_from_(at_from), at_to_(at_to) {}

Scale Scale::linear(double from, double to, double at_from, double at_to) {
  return Scale(false, from, to, at_from, at_to);
}

Scale Scale::logarithmic(double from, double to, double at_from, double at_to) {
  return Scale(true, std::log(from), std::log(to), at_from, at_to);
}

double Scale::operator()(double value) const {
  const double x = by_logarithm_ ? std::log(value) : value;
  return at_from_ + (x - from_) / (to_ - from_) * (at_to_ - at_from_);
}

Picture::Picture(double width, double height, std::string_view title, std::string_view description)
    : width_(width), height_(height), title_(title), description_(description) {}

void Picture::line(Point from, Point to, std::string_view style) {
  fmt::format_to(std::back_inserter(body_), "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style,
                 number(from.x), number(from.y), number(to.x), number(to.y));
}

void Picture::path(std::span<const Point> points, std::string_view style) {
  fmt::format_to(std::back_inserter(body_), "<polyline class=\"path {}\" points=\"{}\"/>\n", style, listed(points));
}

void Picture::area(std::span<const Point> corners, std::string_view style) {
  fmt::format_to(std::back_inserter(body_), "<polygon class=\"{}\" points=\"{}\"/>\n", style, listed(corners));
}

void Picture::rectangle(Point corner, double width, double height, std::string_view style, double opacity) {
  fmt::format_to(std::back_inserter(body_), "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", style,
                 number(corner.x), number(corner.y), number(width), number(height));
  if (opacity < 1) fmt::format_to(std::back_inserter(body_), " fill-opacity=\"{}\"", number(opacity));
  body_ += "/>\n";
}

void Picture::circle(Point centre, double radius, std::string_view style) {
  fmt::format_to(std::back_inserter(body_), "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style,
                 number(centre.x), number(centre.y), number(radius));
}

void Picture::text(Point at, std::string_view words, std::string_view style, Anchor anchor) {
  fmt::format_to(std::back_inserter(body_), "<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                 style, number(at.x), number(at.y), name_of(anchor), escaped(words));
}

void Picture::text_upwards(Point at, std::string_view words, std::string_view style, Anchor anchor) {
  fmt::format_to(std::back_inserter(body_),
                 "<text class=\"{}\" transform=\"translate({} {}) rotate(-90)\" text-anchor=\"{}\">{}</text>\n", style,
                 number(at.x), number(at.y), name_of(anchor), escaped(words));
}

std::string Picture::document() const {
  const std::string width = number(width_), height = number(height_);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" "
             "style=\"max-width:100%;height:auto\" role=\"img\" aria-labelledby=\"title desc\">\n"
             "<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n",
             width, height, width, height, escaped(title_), escaped(description_)) +
         std::string(style_sheet) +
         fmt::format("<rect class=\"ground\" width=\"{}\" height=\"{}\"/>\n", width, height) + body_ + "</svg>\n";
}

}  // namespace attnref::docs::svg
