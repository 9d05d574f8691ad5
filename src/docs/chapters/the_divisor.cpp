// The divisor: why scores are divided by sqrt(d_k), and what happens to weights and gradients where they are not.
#include "docs/chapter.hpp"
#include "docs/largest_weight.hpp"
#include "docs/number_text.hpp"
#include "docs/rounded.hpp"
#include "docs/saturation.hpp"
#include "docs/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "attnref/attention.hpp"
#include "lesson/arrays.hpp"

namespace attnref::docs {
namespace {

constexpr std::size_t draws = 20'000;
constexpr std::array<std::size_t, 10> widths{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
constexpr std::array<std::size_t, 3> lesson_widths{8, 64, 512};

struct Queries {};
struct Keys {};
struct Dk : axis<Dk> {};

/// One array of the lesson under axes of ours.
template <class M>
M typed(const std::string& name) {
  const lesson::PlainMatrix plain = lesson::array(name);
  M matrix(plain.rows, plain.columns);
  std::copy(plain.values.begin(), plain.values.end(), matrix.data());
  return matrix;
}

/// The mean of the rows' largest weights in the lesson's own draw.
double lessons_mean(std::size_t d_k, Scale<double> scale) {
  const auto q = typed<Matrix<double, T<Queries>, Dk>>(fmt::format("cell2_sat_d{}_Q", d_k));
  const auto k = typed<Matrix<double, T<Keys>, Dk>>(fmt::format("cell2_sat_d{}_K", d_k));
  const auto weights = softmax_rows(scores(q, k, scale));
  double sum = 0;
  for (std::size_t i = 0; i < weights.rows(); ++i) {
    sum += *std::max_element(weights.data() + i * weights.cols(), weights.data() + (i + 1) * weights.cols());
  }
  return sum / static_cast<double>(weights.rows());
}

using Measurements = std::map<std::size_t, Saturation>;

Measurements measurements() {
  Measurements measured;
  for (const std::size_t d_k : widths) measured[d_k] = saturation(d_k, draws);
  return measured;
}

std::string with_error(const Mean& mean, int digits) {
  return rounded(mean.value, digits) + " ± " + rounded(mean.error, digits);
}

// ---- tables

/// Of q.k and of q.k / sqrt(d_k): the variance. (eq. dot_variance)
std::string variance_table(const Measurements& measured) {
  std::string table = "| $`d_k`$ | variance of $`q \\cdot k`$ | of $`q \\cdot k/\\sqrt{d_k}`$ |\n|---:|---:|---:|\n";
  for (const std::size_t d_k : lesson_widths) {
    std::vector<double> squares, divided;
    for (const double product : measured.at(d_k).products) {
      squares.push_back(product * product);
      divided.push_back(product * product / static_cast<double>(d_k));
    }
    table += fmt::format("| {} | {} | {} |\n", d_k, with_error(mean_of(squares), 1), with_error(mean_of(divided), 2));
  }
  return table;
}

std::string means_table(const Measurements& measured) {
  std::string table =
      "| $`d_k`$ | undivided, the lesson's draw | undivided, mean | divided, the lesson's draw | divided, mean |\n"
      "|---:|---:|---:|---:|---:|\n";
  for (const std::size_t d_k : lesson_widths) {
    const Saturation& m = measured.at(d_k);
    table += fmt::format("| {} | {} | {} | {} | {} |\n", d_k, rounded(lessons_mean(d_k, 1.0), 3),
                         with_error(mean_of(m.undivided.means), 4), rounded(lessons_mean(d_k, {}), 3),
                         with_error(mean_of(m.divided.means), 4));
  }
  return table;
}

/// What the largest weight lacks, undivided, in the mean. (eq. gap_bound, undivided_limit)
std::string missing(const Saturation& m) { return rounded(1 - mean_of(m.undivided.means).value, 3, 1e-9); }

/// Three digits after the point, or a power of ten where they would hold too little.
std::string small(double x) { return x >= 0.01 ? rounded(x, 3, 1e-8) : in_powers_of_ten(x, 2, 1e-8); }

std::string gradient_table(const Measurements& measured) {
  std::string table =
      "| $`d_k`$ | undivided, median | undivided, mean | divided, median | divided, mean |\n"
      "|---:|---:|---:|---:|---:|\n";
  for (const std::size_t d_k : widths) {
    if (d_k < 8) continue;
    const Saturation& m = measured.at(d_k);
    table += fmt::format("| {} | {} | {} | {} | {} |\n", d_k, small(quantile(m.undivided.gradient, 0.5)),
                         small(mean_of(m.undivided.gradient).value), small(quantile(m.divided.gradient, 0.5)),
                         small(mean_of(m.divided.gradient).value));
  }
  return table;
}

std::string limits_by_length() {
  std::string table = "| $`n`$ | limit |\n|---:|---:|\n";
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 2, 6, 16, 64, 256}) {
    table += fmt::format("| {} | {} |\n", n, rounded(expected_largest_weight(n), 3, 1e-8));
  }
  return table;
}

/// One key that is not 0 beside one that is, at several d_k: the weight, and the scale that it gives away.
std::string fingerprint_table() {
  std::string table = "| $`d_k`$ | scale | weight $`A_{01}`$ | $`\\log(A_{01}/A_{00})`$ |\n|---:|---:|---:|---:|\n";
  for (const std::size_t d_k : std::initializer_list<std::size_t>{1, 2, 4, 16, 64, 512}) {
    Matrix<double, T<Queries>, Dk> q(1, d_k);
    Matrix<double, T<Keys>, Dk> k(2, d_k);
    q(0, 0) = k(1, 0) = 1;
    const auto a = attention(q, k, k).weights;
    table += fmt::format("| {} | {} | {} | {} |\n", d_k, rounded(default_scale<double>(d_k), 6), rounded(a(0, 1), 6),
                         rounded(std::log(a(0, 1) / a(0, 0)), 6, 1e-9));
  }
  return table;
}

// ---- figures

constexpr double left = 64, right = 580, top = 24, bottom = 336, width = 740;

svg::Scale across() { return svg::Scale::logarithmic(1, 512, left, right); }

void draw_widths(svg::Picture& picture) {
  for (const std::size_t d_k : widths) {
    const double x = across()(static_cast<double>(d_k));
    picture.line({x, top}, {x, bottom}, "grid");
    picture.text({x, bottom + 20}, std::to_string(d_k), "muted small mono", svg::Anchor::middle);
  }
  picture.text({(left + right) / 2, bottom + 44}, "d_k", "ink", svg::Anchor::middle);
}

/// A quantity's spread over rows as a band, and one of its values as a line.
struct Curve {
  std::vector<svg::Point> low, line, high;
};

template <class Numbers, class Line>
Curve curve(const Measurements& measured, const svg::Scale& up, Numbers numbers, double share, Line line) {
  Curve drawn;
  for (const std::size_t d_k : widths) {
    const double x = across()(static_cast<double>(d_k));
    const std::vector<double>& all = numbers(measured.at(d_k));
    const auto point = [&](double y) { return svg::Point{x, std::clamp(up(y), top, bottom)}; };
    drawn.low.push_back(point(quantile(all, share)));
    drawn.line.push_back(point(line(all)));
    drawn.high.push_back(point(quantile(all, 1 - share)));
  }
  return drawn;
}

void draw_curve(svg::Picture& picture, const Curve& curve, const std::string& colour, const std::string& stroke) {
  std::vector<svg::Point> band = curve.low;
  band.insert(band.end(), curve.high.rbegin(), curve.high.rend());
  picture.area(band, "band-" + colour);
  picture.path(curve.line, colour + " thick" + stroke);
}

const std::vector<double>& undivided_largest(const Saturation& m) { return m.undivided.largest; }
const std::vector<double>& divided_largest(const Saturation& m) { return m.divided.largest; }
const std::vector<double>& undivided_gradient(const Saturation& m) { return m.undivided.gradient; }
const std::vector<double>& divided_gradient(const Saturation& m) { return m.divided.gradient; }

std::string largest_weight_figure(const Measurements& measured) {
  svg::Picture picture(
      width, 400, "The largest weight of a row against d_k",
      "Two curves over d_k from 1 to 512. Without the divisor the mean of the largest weight rises from "
      "0.4 to nearly 1. With it the mean stays at 0.42. Bands show the middle four fifths of the rows; "
      "dots are the lesson's one draw.");
  const auto up = svg::Scale::linear(0, 1, bottom, top);
  draw_widths(picture);
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const double y = up(tenth / 10.0);
    picture.line({left, y}, {right, y}, tenth == 0 ? "axis" : "grid");
    const std::string label = tenth % 10 == 0 ? std::to_string(tenth / 10) : fmt::format("0.{}", tenth);
    picture.text({left - 8, y + 4}, label, "muted small mono", svg::Anchor::end);
  }
  const auto mean = [](const std::vector<double>& numbers) { return mean_of(numbers).value; };
  draw_curve(picture, curve(measured, up, undivided_largest, 0.1, mean), "two", " dashes");
  draw_curve(picture, curve(measured, up, divided_largest, 0.1, mean), "one", "");
  for (const std::size_t d_k : lesson_widths) {
    const double x = across()(static_cast<double>(d_k));
    picture.circle({x, up(lessons_mean(d_k, 1.0))}, 4, "fill-two");
    picture.circle({x, up(lessons_mean(d_k, {}))}, 4, "fill-one");
  }
  const Saturation& widest = measured.at(512);
  picture.text({right + 10, up(mean(widest.undivided.largest)) + 5}, "undivided, mean");
  picture.text({right + 10, up(mean(widest.divided.largest)) + 5}, "divided, mean");
  picture.text_upwards({18, (top + bottom) / 2}, "largest weight of a row of 6");
  return picture.document();
}

std::string gradient_figure(const Measurements& measured) {
  svg::Picture picture(
      width, 400, "The gradient of a row's softmax against d_k",
      "Two curves over d_k from 1 to 512, on a logarithmic axis. Without the divisor the median norm of "
      "the Jacobian falls below a ten-thousandth, and its mean, carried by a few rows, far less. With "
      "the divisor the median stays near 0.4. Bands hold the middle half of the rows.");
  const auto up = svg::Scale::logarithmic(1e-8, 1, bottom, top);
  draw_widths(picture);
  for (int power = 0; power >= -8; power -= 2) {
    const double y = up(std::pow(10, power));
    picture.line({left, y}, {right, y}, power == -8 ? "axis" : "grid");
    picture.text({left - 8, y + 4}, power == 0 ? "1" : fmt::format("1e{}", power), "muted small mono",
                 svg::Anchor::end);
  }
  const auto median = [](const std::vector<double>& numbers) { return quantile(numbers, 0.5); };
  const auto mean = [](const std::vector<double>& numbers) { return mean_of(numbers).value; };
  draw_curve(picture, curve(measured, up, undivided_gradient, 0.25, median), "two", " dashes");
  draw_curve(picture, curve(measured, up, divided_gradient, 0.25, median), "one", "");
  picture.path(curve(measured, up, undivided_gradient, 0.25, mean).line, "two dots thick");
  const Saturation& widest = measured.at(512);
  picture.text({right + 10, up(median(widest.divided.gradient)) + 1}, "divided, median");
  picture.text({right + 10, up(mean(widest.undivided.gradient)) + 5}, "undivided, mean");
  picture.text({right + 10, up(median(widest.undivided.gradient)) + 5}, "undivided, median");
  picture.text_upwards({18, (top + bottom) / 2}, "norm of the Jacobian");
  return picture.document();
}

}  // namespace

Chapter the_divisor() {
  const Measurements measured = measurements();
  const double limit = expected_largest_weight(saturation_rows);
  Chapter chapter;
  const auto fact = [&](const char* name, const std::string& text) {
    chapter.facts.emplace_back(std::string("the_divisor.") + name, text);
  };
  fact("draws", with_commas(draws));
  fact("rows", with_commas(draws * saturation_rows));
  fact("variances", variance_table(measured));
  fact("means", means_table(measured));
  fact("missing",
       fmt::format("{}, {} and {}", missing(measured.at(8)), missing(measured.at(64)), missing(measured.at(512))));
  fact("rise", rounded(mean_of(measured.at(512).divided.means).value - mean_of(measured.at(8).divided.means).value, 3));
  fact("spread_8", rounded(mean_of(measured.at(8).divided.means).error * std::sqrt(static_cast<double>(draws)), 2));
  const double finer = expected_largest_weight(saturation_rows, 1.0 / 64);
  if (std::abs(limit - finer) > 1e-8) throw std::logic_error("the quadrature of the limit is not fine enough");
  fact("limit", rounded(limit, 4, 1e-7));
  fact("limits", limits_by_length());
  fact("gradients", gradient_table(measured));
  fact("fingerprints", fingerprint_table());
  chapter.figures.emplace_back("the_divisor_largest_weight", largest_weight_figure(measured));
  chapter.figures.emplace_back("the_divisor_gradient", gradient_figure(measured));
  return chapter;
}

}  // namespace attnref::docs
