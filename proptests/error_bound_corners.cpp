// Corners of the error bound's derivation, each with an implementation that meets the hypotheses and errs as far as it
// may: where the scale is, and what a narrow unit makes of it. (eq. score_error)
#include "attnref/error_bound.hpp"
#include "catch.hpp"

#include <cmath>
#include <cstddef>

using namespace attnref;

namespace {

/// One query and one key of width 1, and a second key 0, with a scale of their own.
Problem one_score(Dtype dtype, double q, double k, double scale) {
  Tensor queries(dtype, 1, 1), keys(dtype, 2, 1), values(dtype, 2, 1);
  queries(0, 0) = q;
  keys(0, 0) = k;
  values(0, 0) = 1;
  Problem problem = attention_problem(queries, keys, values);
  problem.how.scale = scale;
  return problem;
}

/// |seen - s| beside the limit of the first score.
struct Seen {
  long double error, limit;
};

Seen first_score(const Problem& problem, const Profile& profile, double seen) {
  const Enclosure truth = quick_oracle(problem);
  return {std::fabs(seen - truth[Part::scores].mid[0]), error_bound(problem, truth, profile).at(Part::scores).limit[0]};
}

/// x as a unit reads it that keeps 11 bits, and below 2^-126 multiples of 2^-136.
double in_eleven_bits(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 11, -136));
  return std::nearbyint(x / unit) * unit;
}

}  // namespace

TEST_CASE("error bound: a query that carries the scale may be rounded as a subnormal number") {
  // The scale makes 64 + 63/128 times 2^-136 of the query, of which a unit with 11-bit inputs reads 64.
  const Profile profile = profile_named("tf32").value();
  const double q = std::ldexp(64 + 63.0 / 128, -106), k = 0x1p100, scale = 0x1p-30;
  const double seen = in_eleven_bits(q * scale) * in_eleven_bits(k);
  const Seen score = first_score(one_score(Dtype::f32, q, k, scale), profile, seen);
  CHECK(score.error > 0);
  CHECK(score.error <= score.limit);
  CHECK(score.limit < 4 * score.error);
}

TEST_CASE("error bound: a scale may be subnormal in the dot product's format alone") {
  // Products in f16, all else in f32: of 3/2 2^-24, which f16 does not have, 2^-23 is made.
  Profile profile = plain_profile(Dtype::f32);
  profile.u_dot = unit_roundoff(Dtype::f16);
  const double q = 0x1p5, k = 0x1p5, scale = 1.5 * 0x1p-24;
  const Seen score = first_score(one_score(Dtype::f32, q, k, scale), profile, 0x1p-23 * q * k);
  CHECK(score.error > 0);
  CHECK(score.error <= score.limit);
  CHECK(score.limit < 4 * score.error);
}

TEST_CASE("error bound: a subnormal scale loses twice where a constant is folded into it") {
  // Products in f16: 7.5 2^-24 becomes 8 2^-24, and that times log2 e, 11.54 2^-24, becomes 12 2^-24.
  Profile profile = plain_profile(Dtype::f32);
  profile.u_dot = unit_roundoff(Dtype::f16);
  profile.c = 5;
  const double q = 0x1p5, k = 0x1p5, scale = 7.5 * 0x1p-24, log2_e = 1 / std::log(2.0);
  const double rounded = std::nearbyint(std::nearbyint(scale * 0x1p24) * log2_e) * 0x1p-24;
  const Seen score = first_score(one_score(Dtype::f32, q, k, scale), profile, rounded / log2_e * q * k);
  CHECK(score.error > 1.5L * 0x1p-25L * q * k);
  CHECK(score.error <= score.limit);
  CHECK(score.limit < 2 * score.error);
}

TEST_CASE("error bound: nothing is said where the reciprocal of a row's sum may overflow") {
  // Two equal scores of 200, stored in bf16 and so known to 5 either way, and a constant added to their maximum: 1 / Z
  // may be e^5 times e^constant / 2, and the constant 85 leaves less room than that.
  Profile profile = profile_named("bf16").value();
  Tensor q(Dtype::bf16, 1, 1), k(Dtype::bf16, 2, 1), v(Dtype::bf16, 2, 1);
  q(0, 0) = 16;
  k.values = {12.5, 12.5};
  const Problem problem = attention_problem(q, k, v);
  for (const double shift : {60.0, 85.0}) {
    profile.shift = shift;
    const Bounds bounds = error_bound(problem, quick_oracle(problem), profile);
    INFO("shift " << shift << ", limit " << static_cast<double>(bounds[Part::weights].limit[0]));
    CHECK(std::isfinite(static_cast<double>(bounds[Part::weights].limit[0])) == (shift < 80));
  }
}
