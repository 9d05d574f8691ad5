// What is settled at sight is what both ends of the ball round to, exactly, and a boundary at a ball's end settles
// nothing.
#include "catch.hpp"
#include "generators/random.hpp"
#include "truth/golden/rounding.hpp"
#include "golden_agrees/agreement.hpp"

#include <cmath>

using namespace attnref;
using namespace attnref::gold;
using attnref::test::all_formats;
using attnref::test::same_number;

namespace {

/// A ball about mid with the radius 2^radius.
Ball ball_of(const Dyadic& mid, slong radius) {
  Ball ball;
  arb_set_arf(ball.get(), mid.get());
  mag_set_ui_2exp_si(arb_radref(ball.get()), 1, radius);
  return ball;
}

Dyadic power(slong e) {
  Dyadic result(1.0);
  arf_mul_2exp_si(result.get(), result.get(), e);
  return result;
}

/// A number of the format between 1 and 2, its neighbour's midpoint included: 1 + n 2^-p.
Dyadic near_one(Random& random, const Format& format) {
  return Dyadic(1.0) + power(-format.precision) * static_cast<slong>(random.below(std::size_t{1} << format.precision));
}

}  // namespace

TEST_CASE("golden.at_sight_is_what_both_ends_round_to") {
  Random random(8);
  std::size_t seen = 0, asked = 0;
  for (const Dtype dtype : all_formats) {
    const Format& format = format_of(dtype);
    for (int n = 0; n < 20000; ++n) {
      const auto exponent = static_cast<slong>(random.below(24)) - 12;
      const auto off = static_cast<slong>(random.below(9)) - 4;
      const auto narrower = static_cast<slong>(random.below(4));
      Dyadic mid = near_one(random, format) + power(-63) * off + power(-90);
      arf_mul_2exp_si(mid.get(), mid.get(), exponent);
      if (n % 2 == 1) mid = -mid;
      const slong radius = exponent - 63 - narrower;
      const std::optional<double> number = settled_at_sight(dtype, ball_of(mid, radius));
      ++asked;
      if (!number) continue;
      ++seen;
      REQUIRE(same_number(*number, nearest(dtype, mid - power(radius))));
      REQUIRE(same_number(*number, nearest(dtype, mid + power(radius))));
    }
  }
  CHECK(seen > asked / 10);
  CHECK(seen < asked);
}

TEST_CASE("golden.a_boundary_at_a_balls_end_settles_nothing_at_sight") {
  for (const Dtype dtype : all_formats) {
    const slong p = format_of(dtype).precision;
    // 1 + 2^-p is a midpoint, and a tie goes down to 1. A ball whose lower end it is holds numbers that go up, too.
    const Dyadic mid = Dyadic(1.0) + power(-p) + power(-63);
    CHECK(!settled_at_sight(dtype, ball_of(mid, -63)));
    CHECK(!settled(dtype, Interval::around(ball_of(mid, -63), 200)));
    CHECK(settled_at_sight(dtype, ball_of(mid + power(-63), -64)));
  }
}

TEST_CASE("golden.nothing_is_settled_at_sight_beyond_normal_numbers") {
  for (const Dtype dtype : all_formats) {
    const Format& format = format_of(dtype);
    const auto at = [&](slong e) { return settled_at_sight(dtype, ball_of(power(e) + power(e - 40), e - 100)); };
    CHECK(!at(format.emin - 1));
    CHECK(at(format.emin));
    CHECK(at(format.emax - 1));
    CHECK(!at(format.emax));
  }
  CHECK(!settled_at_sight(Dtype::f64, Ball()));
}
