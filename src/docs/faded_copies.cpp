// Place 3: that each output is its own vector, somewhat faded.
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "attnref/attention.hpp"
#include "docs/rounded.hpp"
#include "docs/svg.hpp"

namespace attnref::docs {
namespace {

constexpr int hours = 12;

/// Each number as an hour on the face of a clock: a vector of that length.
Sentence on_the_clock(const IntegerVectors& hour, double length) {
  Sentence x(hour.count, 2);
  for (std::size_t i = 0; i < hour.count; ++i) {
    const double angle = 2 * std::numbers::pi * hour(i, 0) / hours;
    x(i, 0) = length * std::sin(angle);
    x(i, 1) = length * std::cos(angle);
  }
  return x;
}

double distance(const Sentence& a, std::size_t i, const Sentence& b, std::size_t j) {
  double square = 0;
  for (std::size_t c = 0; c < a.cols(); ++c) square += (a(i, c) - b(j, c)) * (a(i, c) - b(j, c));
  return std::sqrt(square);
}

/// Of each output the row of x that it is nearest to.
std::vector<std::size_t> nearest(const Sentence& x) {
  const Sentence y = unprojected_attention(x).output;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::size_t best = 0;
    for (std::size_t j = 1; j < x.rows(); ++j) {
      if (distance(y, i, x, j) < distance(y, i, x, best)) best = j;
    }
    rows.push_back(best);
  }
  return rows;
}

std::size_t nearest_to_their_own(const Sentence& x) {
  const auto rows = nearest(x);
  std::size_t own = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) own += rows[i] == i ? 1 : 0;
  return own;
}

/// What promises that output i is nearest to its own. (eq. nearest_own)
bool own_is_promised(const Sentence& x, double length) {
  const Map a = unprojected_weights(x);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    double others = 0, gap = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < x.rows(); ++j) {
      if (j == i) continue;
      others += a(i, j);
      gap = std::min(gap, distance(x, i, x, j));
    }
    if (!(a(i, i) * gap > 2 * length * others)) return false;
  }
  return true;
}

template <class Reached>
std::size_t least_length(const IntegerVectors& clock, const Reached& reached) {
  std::size_t length = 1;
  while (!reached(on_the_clock(clock, static_cast<double>(length)), static_cast<double>(length))) ++length;
  return length;
}

std::string clock_table(const IntegerVectors& clock) {
  const Sentence x = on_the_clock(clock, 1), y = unprojected_attention(x).output;
  std::string text = "| distance from |", rule = "|:---|";
  for (std::size_t j = 0; j < x.rows(); ++j) {
    text += fmt::format(" $`x_{}`$ |", j);
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  const auto rows = nearest(x);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    text += fmt::format("| $`y_{}`$ |", i);
    for (std::size_t j = 0; j < x.rows(); ++j) {
      const std::string cell = rounded(distance(y, i, x, j), 3, 1e-8);
      text += rows[i] == j ? " **" + cell + "** |" : " " + cell + " |";
    }
    text += "\n";
  }
  return text;
}

std::string clock_figure(const IntegerVectors& clock) {
  svg::Picture picture(520, 360, "Three vectors of one length and what the layer makes of them",
                       "Three points on a quarter of a circle, at twelve, one and two o'clock. The three outputs lie "
                       "close together just inside the circle, all of them nearest to the point in the middle.");
  constexpr double size = 290;
  const svg::Point centre{170, 330};
  const auto at = [&](double x, double y) { return svg::Point{centre.x + size * x, centre.y - size * y}; };
  std::vector<svg::Point> arc;
  for (int degree = -6; degree <= 78; degree += 2) {
    const double angle = degree * std::numbers::pi / 180;
    arc.push_back(at(std::sin(angle), std::cos(angle)));
  }
  picture.path(arc, "axis dots");
  const Sentence x = on_the_clock(clock, 1), y = unprojected_attention(x).output;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    picture.line(centre, at(x(i, 0), x(i, 1)), "one");
    picture.circle(at(x(i, 0), x(i, 1)), 6, "fill-one");
    picture.text(at(1.05 * x(i, 0), 1.05 * x(i, 1)), fmt::format("x{}", i), "ink strong");
  }
  for (std::size_t i = 0; i < x.rows(); ++i) {
    picture.circle(at(y(i, 0), y(i, 1)), 5, "fill-two");
    // Labels below, in a row, for the points nearly touch.
    const svg::Point label = at(0.42 + 0.13 * static_cast<double>(i), 0.54);
    picture.line(at(y(i, 0), y(i, 1)), {label.x, label.y - 14}, "two");
    picture.text(label, fmt::format("y{}", i), "ink strong", svg::Anchor::middle);
  }
  return picture.document();
}

}  // namespace

void faded_copies(Facts& fact) {
  const IntegerRange range{
      .least_count = 1, .most_count = 5, .least_width = 1, .most_width = 1, .least = 0, .most = 11};
  const IntegerVectors clock =
      smallest("an output is nearest to its own", integer_vectors(range), [](const IntegerVectors& hour) {
        return all_differ(hour) && *std::min_element(hour.numbers.begin(), hour.numbers.end()) >= 0 &&
               nearest_to_their_own(on_the_clock(hour, 1)) < hour.count;
      });
  std::string list;
  for (const int hour : clock.numbers) list += (list.empty() ? "" : ", ") + std::to_string(hour == 0 ? hours : hour);
  fact("faded_hours", list);
  fact("faded_distances", clock_table(clock));
  fact("faded_length",
       least_length(clock, [](const Sentence& x, double) { return nearest_to_their_own(x) == x.rows(); }));
  fact("faded_promised", least_length(clock, own_is_promised));
  const Sentence x = lessons("cell2_X");
  Sentence longer = x;
  for (std::size_t k = 0; k < longer.size(); ++k) longer.data()[k] *= 3;
  const auto rows = nearest(x);
  fact("faded_lesson_row", rows.front());
  fact("faded_lesson_rows", static_cast<std::size_t>(std::count(rows.begin(), rows.end(), rows.front())));
  fact("faded_lesson_own_3", nearest_to_their_own(longer));
  fact.figure("clock", clock_figure(clock));
}

}  // namespace attnref::docs
