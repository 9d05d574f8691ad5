// What a regime is for is tested on the scores themselves, computed by the quick oracle, since a factor squared or
// forgotten would leave its laws idle.
#include "attnref/enclosure.hpp"
#include "catch.hpp"
#include "drawn_specs.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

/// What a problem's scores are like.
struct Scores {
  double deviation = 0;                                    ///< about each row's mean
  double largest_gap = 0;                                  ///< between two scores of a row
  double least_mean = HUGE_VAL, largest_mean = -HUGE_VAL;  ///< of a row
  double largest_weight = 0;                               ///< mean over the rows
};

Scores scores_of(const Problem& problem) {
  const Enclosure truth = quick_oracle(problem);
  const Enclosed& s = truth[Part::scores];
  const double n = static_cast<double>(s.columns);
  Scores found;
  double squares = 0;
  for (std::size_t i = 0; i < s.rows; ++i) {
    const auto row = s.mid.begin() + static_cast<std::ptrdiff_t>(s.at(i, 0));
    const auto end = row + static_cast<std::ptrdiff_t>(s.columns);
    double mean = 0;
    for (auto x = row; x != end; ++x) mean += static_cast<double>(*x) / n;
    for (auto x = row; x != end; ++x) squares += std::pow(static_cast<double>(*x) - mean, 2);
    found.largest_gap =
        std::max(found.largest_gap, static_cast<double>(*std::max_element(row, end) - *std::min_element(row, end)));
    found.least_mean = std::min(found.least_mean, mean);
    found.largest_mean = std::max(found.largest_mean, mean);
    const auto weights = truth[Part::weights].mid.begin() + static_cast<std::ptrdiff_t>(s.at(i, 0));
    found.largest_weight +=
        static_cast<double>(*std::max_element(weights, weights + static_cast<std::ptrdiff_t>(s.columns))) /
        static_cast<double>(s.rows);
  }
  found.deviation = std::sqrt(squares / (n * static_cast<double>(s.rows)));
  return found;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.at(values.size() / 2);
}

}  // namespace

TEST_CASE("draw: flat scores are nearly equal") {
  for_each_kind(Regime::flat, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    CHECK(scores.deviation > 0.005);
    CHECK(scores.deviation < 0.3);
    CHECK(scores.largest_weight < 2.0 / 33);
  });
}

TEST_CASE("draw: moderate scores deviate by about 1") {
  std::vector<double> deviations;
  for_each_kind(Regime::moderate, 0,
                [&](const Spec& spec) { deviations.push_back(scores_of(draw_problem(spec)).deviation); });
  CHECK(*std::min_element(deviations.begin(), deviations.end()) > 0.2);
  CHECK(*std::max_element(deviations.begin(), deviations.end()) < 3);
  CHECK(median(deviations) > 0.5);
  CHECK(median(deviations) < 1.5);
}

TEST_CASE("draw: peaked rows mostly have one large weight") {
  std::vector<double> weights;
  for_each_kind(Regime::peaked, 0,
                [&](const Spec& spec) { weights.push_back(scores_of(draw_problem(spec)).largest_weight); });
  CHECK(*std::min_element(weights.begin(), weights.end()) > 0.3);
  CHECK(median(weights) > 0.7);
}

TEST_CASE("draw: tied keys are equal to the last bit, and not all") {
  for_each_kind(Regime::tied, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Problem problem = draw_problem(spec);
    const Tensor& keys = problem.at(spec.projected ? Part::x : Part::k);
    std::set<std::vector<double>> distinct;
    for (std::size_t i = 0; i < keys.rows(); ++i) {
      const auto row = keys.values.begin() + static_cast<std::ptrdiff_t>(i * keys.columns());
      distinct.insert(std::vector<double>(row, row + static_cast<std::ptrdiff_t>(keys.columns())));
    }
    CHECK(distinct.size() <= 12);  // 1 + 33 / 3
    CHECK(distinct.size() > 1);
  });
}

TEST_CASE("draw: shifted rows lie about 1e3 and 3e4 from zero, either way, and no further apart than moderate ones") {
  std::size_t near = 0, far = 0, up = 0, down = 0;
  for_each_kind(Regime::shifted, 0, [&](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    CHECK(scores.deviation < 3);
    up += scores.largest_mean > 2e4;
    down += scores.least_mean < -2e4;
    near += scores.largest_mean > 500 && scores.largest_mean < 5000;
    far += std::max(scores.largest_mean, -scores.least_mean) > 2.9e4;
  });
  CHECK(near > 0);
  CHECK(far > 0);
  CHECK(up > 20);
  CHECK(down > 20);
}

TEST_CASE("draw: underflow puts gaps about where the exponential ends") {
  for_each_kind(Regime::underflow, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    const double least = spec.dtype == Dtype::f64 ? 700 : 80;
    CHECK(scores.largest_gap > least);
    // Given keys are placed; what projections make of X goes further.
    if (!spec.projected) CHECK(scores.largest_gap < 1.4 * least);
  });
}

TEST_CASE("draw: special inputs hold zeros of both signs, subnormals, powers of two and one large number") {
  bool zero = false, minus_zero = false, subnormal = false, smallest = false, large = false;
  for_each_kind(Regime::special, 0, [&](const Spec& spec) {
    const Problem problem = draw_problem(spec);
    for (const double x : problem.at(spec.projected ? Part::x : Part::k).values) {
      zero = zero || (x == 0 && !std::signbit(x));
      minus_zero = minus_zero || (x == 0 && std::signbit(x));
      subnormal = subnormal || (x != 0 && std::fabs(x) < static_cast<double>(smallest_normal(spec.dtype)));
      smallest = smallest || std::fabs(x) == static_cast<double>(smallest_normal(spec.dtype));
      large = large || x == 32;
    }
  });
  CHECK(zero);
  CHECK(minus_zero);
  CHECK(subnormal);
  CHECK(smallest);
  CHECK(large);
}
