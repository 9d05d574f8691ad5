// Without projections: the lesson's six unit vectors, how asymmetric their weights are, and what length does to the
// diagonal.
#include "docs/chapter.hpp"
#include "docs/rounded.hpp"
#include "docs/svg.hpp"
#include "lesson/arrays.hpp"
#include "lesson/plain_attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace attnref::docs {
namespace {

using lesson::PlainAttention;
using lesson::PlainMatrix;

PlainAttention at_length(const PlainMatrix& x, double length) {
  PlainMatrix stretched = x;
  for (double& value : stretched.values) value *= length;
  return lesson::unprojected_attention(stretched);
}

std::vector<double> diagonal(const PlainMatrix& x, double length) {
  const PlainMatrix weights = at_length(x, length).weights;
  std::vector<double> own;
  for (std::size_t i = 0; i < weights.rows; ++i) own.push_back(weights(i, i));
  return own;
}

double smallest(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// The length from which every position keeps 99 parts in 100: the diagonal only grows, and to 1
/// (eq. diagonal_derivative, tightening, long_limit).
double nearly_identity(const PlainMatrix& x) {
  double below = 1, above = 100;
  while (above - below > 1e-9) {
    const double middle = (below + above) / 2;
    (smallest(diagonal(x, middle)) < 0.99 ? below : above) = middle;
  }
  return above;
}

/// One numerator and two denominators, and each position's share of all sums.
/// (eq. symmetric_iff, balance, stationary)
std::string asymmetry(const PlainMatrix& x) {
  const PlainAttention bare = at_length(x, 1);
  std::vector<double> sums(x.rows, 0);
  double total = 0;
  for (std::size_t j = 0; j < x.rows; ++j) {
    for (std::size_t l = 0; l < x.rows; ++l) sums[j] += std::exp(bare.scores(j, l));
    total += sums[j];
  }
  std::string table =
      "| j | score (0, j) = (j, 0) | weight (0, j) | weight (j, 0) | sum of row j | its share |\n"
      "|---|---:|---:|---:|---:|---:|\n";
  for (std::size_t j = 0; j < x.rows; ++j) {
    table += fmt::format("| {} | {} | {} | {} | {} | {} |\n", j, rounded(bare.scores(0, j), 3),
                         rounded(bare.weights(0, j), 3), rounded(bare.weights(j, 0), 3), rounded(sums[j], 3),
                         rounded(sums[j] / total, 3));
  }
  return table;
}

std::string listed(const std::vector<double>& values) {
  std::string list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == values.size() ? " and " : ", ") + rounded(values[i], 3);
  }
  return list;
}

constexpr double longest = 8;

/// The position of each curve beside its mark, to the left and to the right by turns: the marks lie close together.
void name_curves(svg::Picture& picture, const std::vector<double>& own, double x, const svg::Scale& up) {
  std::vector<std::size_t> from_largest(own.size());
  std::iota(from_largest.begin(), from_largest.end(), std::size_t{0});
  std::ranges::sort(from_largest, [&](std::size_t i, std::size_t j) { return own[i] > own[j]; });
  for (std::size_t rank = 0; rank < from_largest.size(); ++rank) {
    const std::size_t i = from_largest[rank];
    const bool left = rank % 2 == 0;
    picture.text({left ? x - 9 : x + 9, up(own[i]) + (left ? 0 : 9)}, std::to_string(i), "ink small strong",
                 left ? svg::Anchor::end : svg::Anchor::start);
  }
}

std::string tightening(const PlainMatrix& x) {
  svg::Picture picture(
      640, 400, "What length does to the diagonal",
      "Six rising curves, named by their positions, 0 to 5: the weight that each gives itself, against the common "
      "length of the vectors. All begin at one sixth and approach 1.");
  const auto across = svg::Scale::linear(0, longest, 62, 616);
  const auto up = svg::Scale::linear(0, 1, 340, 24);
  for (int tick = 0; tick <= 8; ++tick) {
    picture.line({across(tick), up(0)}, {across(tick), up(1)}, "grid");
    picture.text({across(tick), up(0) + 20}, std::to_string(tick), "muted small", svg::Anchor::middle);
  }
  for (const auto& [value, label] : {std::pair{0.0, "0"}, {0.25, "1/4"}, {0.5, "1/2"}, {0.75, "3/4"}, {1.0, "1"}}) {
    picture.line({across(0), up(value)}, {across(longest), up(value)}, "grid");
    picture.text({across(0) - 8, up(value) + 5}, label, "muted small", svg::Anchor::end);
  }
  picture.line({across(0), up(1.0 / 6)}, {across(longest), up(1.0 / 6)}, "axis dots");
  picture.text({across(longest) - 4, up(1.0 / 6) + 16}, "uniform: 1/6", "muted small", svg::Anchor::end);
  constexpr std::array<std::string_view, 6> styles{"one thick",  "two thick",        "three thick",
                                                   "four thick", "one thick dashes", "two thick dashes"};
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::vector<svg::Point> curve;
    for (int step = 0; step <= 160; ++step) {
      const double r = longest * step / 160;
      curve.push_back({across(r), up(diagonal(x, r)[i])});
    }
    picture.path(curve, styles[i]);
  }
  for (const double r : {1.0, 3.0}) {
    const std::vector<double> own = diagonal(x, r);
    for (const double weight : own) picture.circle({across(r), up(weight)}, 3.5, "ink");
  }
  name_curves(picture, diagonal(x, 3), across(3), up);
  picture.text({across(longest / 2), 386}, "length r of every vector (the lesson's program has 1 and 3, marked)",
               "ink small", svg::Anchor::middle);
  picture.text_upwards({20, up(0.5)}, "weight of itself", "ink small");
  return picture.document();
}

}  // namespace

Chapter without_projections() {
  const PlainMatrix x = lesson::array("cell2_X");
  const std::vector<double> at_1 = diagonal(x, 1);
  Chapter chapter;
  chapter.facts = {
      {"without_projections.asymmetry", asymmetry(x)},
      {"without_projections.at_1", fmt::format("{} to {}", rounded(smallest(at_1), 3), rounded(largest(at_1), 3))},
      {"without_projections.at_3", listed(diagonal(x, 3))},
      {"without_projections.nearly_identity", rounded(nearly_identity(x), 1)},
  };
  chapter.figures = {{"diagonal_against_length", tightening(x)}};
  return chapter;
}

}  // namespace attnref::docs
