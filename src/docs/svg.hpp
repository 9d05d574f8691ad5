// Figures as text: a small vocabulary of SVG, so that the chapters draw with the same ink and every compiler writes the
// same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attnref::docs::svg {

/// A point of the picture, in its own units: x to the right, y down.
struct Point {
  double x = 0;
  double y = 0;
};

/// A number as pictures have it: hundredths, without zeros at the end. Ties go up, also where roundings left them a
/// little below, so that numbers of a layout need no care.
std::string number(double x);

/// Text that can't be taken for markup.
std::string escaped(std::string_view text);

/// Where a text stands in relation to its point.
enum class Anchor { start, middle, end };

/// From values to one direction of the picture: linear, or by the logarithm.
class Scale {
 public:
  static Scale linear(double from, double to, double at_from, double at_to);
  /// Both ends positive.
  static Scale logarithmic(double from, double to, double at_from, double at_to);
  double operator()(double value) const;

 private:
  Scale(bool by_logarithm, double from, double to, double at_from, double at_to);
  bool by_logarithm_;
  double from_, to_, at_from_, at_to_;
};

/// A picture of so many units, on a ground of its own that follows the reader's choice of dark or light. `style` is a
/// class, or several with spaces between:
///
///   ink muted          texts; also small, strong, and mono for numbers and code
///   axis grid          lines of a frame, and fainter ones inside
///   one two three four lines (3:1 on both grounds); with dots or dashes beside it they differ without colour
///   fill-one ...       areas of the same colours; band-one ... the same, nearly transparent
class Picture {
 public:
  /// `title` is the figure's name and `description` what is to be seen, for someone who can't see it.
  Picture(double width, double height, std::string_view title, std::string_view description);

  void line(Point from, Point to, std::string_view style);
  void path(std::span<const Point> points, std::string_view style);
  void area(std::span<const Point> corners, std::string_view style);
  /// `opacity` from 0 to 1, for maps of weights.
  void rectangle(Point corner, double width, double height, std::string_view style, double opacity = 1);
  void circle(Point centre, double radius, std::string_view style);
  void text(Point at, std::string_view words, std::string_view style = "ink", Anchor anchor = Anchor::start);
  /// A text that runs upwards, as beside an axis.
  void text_upwards(Point at, std::string_view words, std::string_view style = "ink", Anchor anchor = Anchor::middle);

  /// The whole document.
  std::string document() const;

 private:
  double width_, height_;
  std::string title_, description_, body_;
};

}  // namespace attnref::docs::svg
