// The first test of a tolerance: correctly rounded answers, taken as a backend's, are within it in every format and
// regime. And what serves laws by the thousand in place of golden values, the quick oracle's radii, holds them.
#include "attnref/error_bound.hpp"
#include "attnref/golden.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "drawn_specs.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

using namespace attnref;
using namespace attnref::test;

namespace {

constexpr std::array parts{Part::queries, Part::keys,   Part::values, Part::scores,
                           Part::weights, Part::output, Part::lse};

/// What was seen of one output in one format.
struct Seen {
  double worst = 0;        ///< error / bound
  std::size_t judged = 0;  ///< numbers whose bound says something
  std::size_t asked = 0;
};

/// |seen - exact| / bound of each number that is judged.
void hold(const Tensor& seen, const Enclosed& exact, const Bound& bound, Seen& so_far) {
  for (std::size_t n = 0; n < seen.values.size(); ++n) {
    ++so_far.asked;
    if (!(bound.limit[n] < bound.trivial[n] / 2)) continue;
    ++so_far.judged;
    const long double error = std::fabs(seen.values[n] - exact.mid[n]) - exact.rad[n];
    const double ratio = error <= 0 ? 0 : static_cast<double>(error / bound.limit[n]);
    so_far.worst = std::isnan(ratio) ? std::numeric_limits<double>::infinity() : std::max(so_far.worst, ratio);
  }
}

using SeenByPart = std::array<Seen, parts.size()>;

void hold_golden(Problem problem, Dtype format, SeenByPart& seen) {
  for (const Part part : parts) problem.wanted.insert(part);
  const auto answers = golden(problem, {.formats = {format}});
  const Enclosure exact = golden_enclosure(problem);
  const Bounds bounds = error_bound(problem, exact, plain_profile(format));
  for (std::size_t p = 0; p < parts.size(); ++p) {
    hold(answers.at(format).at(parts[p]).tensor, exact[parts[p]], bounds[parts[p]], seen[p]);
  }
}

void require_within(const SeenByPart& seen, Dtype format, std::size_t least_judged) {
  for (std::size_t p = 0; p < parts.size(); ++p) {
    INFO(name_of(format) << " " << name_of(parts[p]) << ": " << seen[p].judged << " of " << seen[p].asked
                         << " judged, worst " << seen[p].worst);
    CHECK(seen[p].worst <= 1);
    // Operands that are given have a bound of 0: there is nothing to judge in them.
    if (p > 2) CHECK(seen[p].judged * 100 >= seen[p].asked * least_judged);
  }
}

/// The largest distance of midpoints in units of both radii.
double distance(const Enclosed& quick, const Enclosed& exact) {
  double worst = 0;
  for (std::size_t n = 0; n < exact.mid.size(); ++n) {
    const bool both_nan = std::isnan(quick.mid[n]) && std::isnan(exact.mid[n]);
    if (both_nan || quick.mid[n] == exact.mid[n]) continue;
    const long double apart = std::fabs(quick.mid[n] - exact.mid[n]);
    if (quick.rad[n] == std::numeric_limits<long double>::infinity()) continue;
    const double ratio = static_cast<double>(apart / (quick.rad[n] + exact.rad[n]));
    worst = std::isnan(ratio) ? std::numeric_limits<double>::infinity() : std::max(worst, ratio);
  }
  return worst;
}

}  // namespace

TEST_CASE("a correctly rounded answer is within the bounds of its format") {
  for (const Format& format : formats) {
    SeenByPart seen;
    Random random(20 + static_cast<std::uint64_t>(format.precision));
    // Formats of few bits say little of steep scores.
    const double steepest = format.precision > 20 ? 60 : 8;
    for (int n = 0; n < 150; ++n) {
      hold_golden(random_problem(random, {.dtype = format.dtype, .steepest = steepest}), format.dtype, seen);
    }
    require_within(seen, format.dtype, 20);
  }
}

TEST_CASE("a correctly rounded answer is within the bounds in every regime") {
  for (const Regime regime : regimes) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      SeenByPart seen;
      for (const bool projected : {false, true}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
          hold_golden(draw_problem(spec_with(dtype, regime, projected, 0, 17, 5, seed)), dtype, seen);
        }
      }
      INFO(name_of(regime));
      require_within(seen, dtype, 1);
    }
  }
}

TEST_CASE("an answer in a narrower format than its inputs' is within that format's bounds") {
  SeenByPart seen;
  Random random(77);
  for (int n = 0; n < 100; ++n) {
    Problem problem = random_problem(random, {.dtype = Dtype::f32, .any_scale = false});
    if (problem.projected()) hold_golden(problem, Dtype::f32, seen);
  }
  require_within(seen, Dtype::f32, 20);
}

TEST_CASE("the quick oracle's radii hold the golden enclosure") {
  double worst = 0;
  Random random(5);
  for (int n = 0; n < 200; ++n) {
    const Dtype dtype = formats[random.below(formats.size())].dtype;
    const Problem problem = random_problem(random, {.dtype = dtype});
    const Enclosure quick = quick_oracle(problem), exact = golden_enclosure(problem);
    for (const Part part : parts) worst = std::max(worst, distance(quick[part], exact[part]));
  }
  CHECK(worst <= 1);
  CHECK(worst > 0.01);  // they are compared with something
}

TEST_CASE("a huge value of vanishing weight hides no error") {
  // Scores 0 and -200, values 1 and 10^35: Y is 1 to 50 digits. Radii and bounds that were in proportion to the largest
  // value would let 50,000 pass.
  const auto column = [](std::vector<double> values) {
    Tensor tensor(Dtype::f64, values.size(), 1);
    tensor.values = std::move(values);
    return tensor;
  };
  for (const double huge : {1e15, 1e35}) {
    const Problem given = attention_problem(column({1}), column({0, -200}), column({1, huge}));
    Tensor x(Dtype::f64, 2, 2);
    x.values = {1, 0, -200, huge};
    Tensor first(Dtype::f64, 2, 1), values(Dtype::f64, 2, 1), key(Dtype::f64, 2, 1);
    first(0, 0) = 1;
    key(0, 0) = 1;
    values(0, 0) = 1;
    values(1, 0) = 1;
    for (const Problem& problem : {given, self_attention_problem(x, first, key, values)}) {
      const Enclosure exact = golden_enclosure(problem), quick = quick_oracle(problem);
      CHECK(exact[Part::output].rad[0] <= 0x1p-58L * std::fabs(exact[Part::output].mid[0]));
      const Bounds bounds = error_bound(problem, exact, plain_profile(Dtype::f64));
      const bool is_given = !problem.projected();
      if (is_given) {
        CHECK(std::fabs(exact[Part::output].mid[0] - 1) < 1e-18L);
        CHECK(bounds[Part::output].limit[0] < 1e-14L);
        CHECK(quick[Part::output].rad[0] < 1e-16L);
      }
    }
  }
}

TEST_CASE("a golden value one ulp off is beyond no bound, and a wrong one is") {
  Random random(3);
  Problem problem = random_problem(random, {.dtype = Dtype::f64, .longest = 9, .steepest = 1, .any_scale = false});
  problem.wanted = {Part::output};
  Tensor answer = golden(problem).at(Dtype::f64).at(Part::output).tensor;
  const Enclosure exact = golden_enclosure(problem);
  const Bounds bounds = error_bound(problem, exact, plain_profile(Dtype::f64));
  Seen right, wrong;
  answer.values[0] = std::nextafter(answer.values[0], HUGE_VAL);
  hold(answer, exact[Part::output], bounds[Part::output], right);
  CHECK(right.worst <= 1);
  answer.values[0] += 3 * static_cast<double>(bounds[Part::output].limit[0]);
  hold(answer, exact[Part::output], bounds[Part::output], wrong);
  CHECK(wrong.worst > 1);
}
