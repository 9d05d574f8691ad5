// The first pass's interval of each output holds the mean, of which a thousand bits are made another way, and is not
// much wider than it must be. (eq. weight_cut, value_cut, cut_product, cut_radius)
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "generators/draw.hpp"
#include "truth/golden/first_pass.hpp"
#include "truth/golden/mean.hpp"

#include <algorithm>
#include <cmath>

using namespace attnref;
using namespace attnref::gold;

namespace {

/// Values whose exponents are spread over so many bits, so that fixed point cuts some.
Problem problem_of(std::size_t t_k, int spread, Regime regime, std::uint64_t seed) {
  Problem problem = draw_problem(
      {.law = "golden", .regime = regime, .sizes = {.t_q = 3, .t_k = t_k, .d_k = 3, .d_v = 4}, .seed = seed});
  Random random(seed, 1, 0);
  for (double& v : problem.at(Part::v).values) {
    v = std::ldexp(v, static_cast<int>(random.below(static_cast<std::size_t>(spread) + 1)));
  }
  return problem;
}

/// How far the interval's middle is from the mean, in its radius; above 1 if the mean is not in it.
double place_in(const Ball& ball, const Interval& mean) {
  Dyadic middle, radius;
  arf_set(middle.get(), arb_midref(ball.get()));
  arf_set_mag(radius.get(), arb_radref(ball.get()));
  const Dyadic low = mean.low - middle, high = mean.high - middle;
  if (radius.sign() == 0) return low.sign() == 0 && high.sign() == 0 ? 0 : HUGE_VAL;
  Dyadic quotient;
  const Dyadic farthest = compare(high, -low) > 0 ? high : -low;
  arf_div(quotient.get(), farthest.get(), radius.get(), 53, ARF_RND_UP);
  return arf_get_d(quotient.get(), ARF_RND_UP);
}

}  // namespace

TEST_CASE("golden.first_intervals_hold_the_mean") {
  double farthest = 0;
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied}) {
    for (const std::size_t t_k : {1u, 2u, 3u, 5u, 17u, 65u}) {
      for (const int spread : {0, 40, 80, 200, 900}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const Problem problem = problem_of(t_k, spread, regime, seed);
          const Layer layer = layer_of(problem, GoldenOptions{}.most_bytes, 1);
          first_pass(layer, cut_values(layer.values.finite), 0, 3, [&](const FirstRow& row) {
            RowWeights weights(*row.weights);
            const ScoreGroups groups(weights.row());
            for (std::size_t c = 0; c < 4; ++c) {
              WeightedMean mean(weights, groups, [&](std::size_t j) { return layer.values.finite(j, c); });
              const double place = place_in(row.output[c], mean.enclose(1024));
              INFO(name_of(regime) << ", " << t_k << " keys, spread " << spread << ", seed " << seed);
              REQUIRE(place <= 1);
              farthest = std::max(farthest, place);
            }
          });
        }
      }
    }
  }
  CHECK(farthest > 0.25);
}
