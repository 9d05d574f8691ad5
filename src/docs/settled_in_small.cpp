// One query, two keys of the scores 6 and 0, the values 17 and 2: their mean lies 2^-31 or so beside a midpoint of f32.
#include "docs/settled_in_small.hpp"

#include "attnref/golden.hpp"
#include "docs/number_text.hpp"
#include "docs/rounded.hpp"

#ifdef ATTNREF_HAS_FLINT
#include "truth/golden/first_pass.hpp"
#include "truth/golden/mean.hpp"
#include "truth/golden/settle.hpp"
#endif

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace attnref::docs {
namespace {

/// Relative errors of the mean, which the enclosure has to 2^-60 or so, as a double; and of its distance from the
/// midpoint, which is some 2^-35 of it.
constexpr double of_mean = 1e-15, of_distance = 1e-6;

Problem two_keys() {
  Tensor q(Dtype::f32, 1, 1), k(Dtype::f32, 2, 1), v(Dtype::f32, 2, 1);
  q.values = {1};
  k.values = {6, 0};
  v.values = {17, 2};
  return attention_problem(q, k, v);
}

/// The output's interval of so many bits, each end rounded to f32.
std::array<double, 2> rounded_ends([[maybe_unused]] const Problem& problem, [[maybe_unused]] long bits) {
  std::array<double, 2> ends{};
#ifdef ATTNREF_HAS_FLINT
  const gold::Layer layer = gold::layer_of(problem, GoldenOptions{}.most_bytes, 1);
  gold::first_pass(layer, gold::cut_values(layer.values.finite), 0, 1, [&](const gold::FirstRow& row) {
    gold::RowWeights weights(*row.weights);
    const gold::ScoreGroups groups(weights.row());
    gold::WeightedMean mean(weights, groups, [&](std::size_t j) { return layer.values.finite(j, 0); });
    const gold::Interval interval = mean.enclose(bits);
    ends = {gold::nearest(Dtype::f32, interval.low), gold::nearest(Dtype::f32, interval.high)};
  });
#else
  throw golden_unavailable("intervals of golden values are seen where FLINT is");
#endif
  return ends;
}

/// A number of f32, to six places.
std::string shown(double x) { return rounded(x, 6, 0); }

}  // namespace

std::vector<std::pair<std::string, std::string>> settled_in_small() {
  const Problem problem = two_keys();
  const long double y = golden_enclosure(problem)[Part::output].mid[0];
  const double near = round_to(Dtype::f32, static_cast<double>(y));
  const double other = std::nextafterf(static_cast<float>(near), near < y ? HUGE_VALF : 0.0F);
  const double midpoint = (near + other) / 2;  // exact: two neighbours in f32
  std::string table =
      "| bits | the lower end rounds to | the upper end rounds to | so the value is |\n|---|---|---|---|";
  for (const long bits : {20L, 40L, 128L}) {
    const auto [low, high] = rounded_ends(problem, bits);
    table +=
        fmt::format("\n| {} | {} | {} | {} |", bits, shown(low), shown(high), low == high ? "settled" : "not settled");
  }
  Problem asked = problem;
  asked.wanted = {Part::output};
  const GoldenAnswer answer = golden(asked, {.formats = {Dtype::f32}}).at(Dtype::f32);
  const GoldenOutput& output = answer.at(Part::output);
  if (output.tensor.values[0] != near) throw std::logic_error("the golden value is not the nearest number");
  return {
      {"golden_values.small", table},
      {"golden_values.small_mean", rounded(static_cast<double>(y), 10, of_mean)},
      {"golden_values.small_midpoint", rounded(midpoint, 10, 0)},
      {"golden_values.small_below", shown(std::min(near, other))},
      {"golden_values.small_above", shown(std::max(near, other))},
      {"golden_values.small_distance", in_powers_of_ten(static_cast<double>(std::fabs(y - midpoint)), 2, of_distance)},
      {"golden_values.small_side", y < midpoint ? "below" : "above"},
      {"golden_values.small_golden", fmt::format("{}, `{}`, {} bits", shown(output.tensor.values[0]),
                                                 name_of(output.settled[0].how()), output.settled[0].bits())}};
}

}  // namespace attnref::docs
