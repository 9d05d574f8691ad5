// The error bound at its edges: what is given exactly, no keys, one key, scales of 0 and below, gaps beyond the
// exponential, subnormal values, what may overflow, and what no bound speaks of. And the profiles by name.
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "documents/profile.hpp"
#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace attnref;
using namespace attnref::test;

namespace {

Tensor matrix(Dtype dtype, std::size_t rows, std::size_t columns, std::vector<double> values) {
  Tensor tensor(dtype, rows, columns);
  tensor.values = std::move(values);
  return tensor;
}

/// d_k = 1 and one query of 1, so that the keys are the scores.
Problem of_scores(std::vector<double> scores, std::vector<double> values, Dtype dtype = Dtype::f64) {
  const std::size_t n = scores.size();
  return attention_problem(matrix(dtype, 1, 1, {1}), matrix(dtype, n, 1, std::move(scores)),
                           matrix(dtype, n, 1, std::move(values)));
}

Bounds bounds_of(const Problem& problem, const Profile& profile) {
  return error_bound(problem, quick_oracle(problem), profile);
}

Bounds bounds_of(const Problem& problem) { return bounds_of(problem, plain_profile(problem.dtype())); }

bool is_infinite(const Bound& bound) {
  return std::all_of(bound.limit.begin(), bound.limit.end(), [](long double x) { return std::isinf(x); });
}

constexpr double inf = std::numeric_limits<double>::infinity();
const long double u = unit_roundoff(Dtype::f64);

}  // namespace

TEST_CASE("error bound: given queries, keys and values have no error, projected ones have") {
  const Bounds given = bounds_of(of_scores({1, 2}, {3, 4}));
  CHECK((given[Part::queries].limit[0] == 0 && given[Part::keys].limit[1] == 0 && given[Part::values].limit[1] == 0));
  CHECK(given[Part::values].trivial[1] == 4);
  // x = 3 from X = (1, 2) and W = (1, 1): two products, one addition, one spare, then the store: 4 roundings of 3.
  const Tensor x = matrix(Dtype::f64, 1, 2, {1, 2}), w = matrix(Dtype::f64, 2, 1, {1, 1});
  const Bounds projected = bounds_of(self_attention_problem(x, w, w, w));
  CHECK((projected[Part::queries].limit[0] >= 12 * u && projected[Part::queries].limit[0] < 12.5L * u));
  CHECK((projected[Part::queries].trivial[0] >= 3 && projected[Part::queries].trivial[0] < 3.5L));
}

TEST_CASE("error bound: f16 inputs of an f16 profile are not rounded again, f64 inputs are") {
  const Profile profile = plain_profile(Dtype::f16);
  const auto score_limit = [&](double score, Dtype dtype) {
    return bounds_of(of_scores({score, 0}, {1, 2}, dtype), profile).at(Part::scores).limit[0];
  };
  CHECK(score_limit(1000.25, Dtype::f64) > score_limit(1000, Dtype::f16) + 900 * unit_roundoff(Dtype::f16));
  CHECK(score_limit(1000, Dtype::f64) == score_limit(1000, Dtype::f16));  // a number that f16 has
}

TEST_CASE("error bound: what a format lacks is cast to it, whatever the formats are") {
  SECTION("f64 values of an f32 profile") {
    const Profile profile = plain_profile(Dtype::f32);
    const auto output_limit = [&](double v) {
      return bounds_of(of_scores({0, 0}, {v, v}), profile).at(Part::output).limit[0];
    };
    CHECK(output_limit(1 + 0x1p-30) > output_limit(1) + 0.9L * unit_roundoff(Dtype::f32));
  }
  SECTION("a bf16 query that is 0 in f16, and a key that is infinite there") {
    const auto score_limit = [](double q, double k) {
      Problem problem = of_scores({k, 0}, {1, 2}, Dtype::bf16);
      problem.at(Part::q)(0, 0) = q;
      return bounds_of(problem, plain_profile(Dtype::f16)).at(Part::scores).limit[0];
    };
    CHECK(score_limit(0x1p-26, 0x1p+15) >= 0x1p-11L);
    CHECK(std::isinf(score_limit(0x1p-14, 0x1p+16)));
    CHECK(std::isfinite(score_limit(0x1p-14, 0x1p+15)));
  }
  SECTION("X and W, whose product cancels") {
    // In f16 1 + 2^-12 is 1, and X W is 0 and not 2^-12.
    const Tensor x = matrix(Dtype::f64, 1, 2, {1 + 0x1p-12, 1}), w = matrix(Dtype::f64, 2, 1, {1, -1});
    CHECK(bounds_of(self_attention_problem(x, w, w, w), plain_profile(Dtype::f16)).at(Part::queries).limit[0] >=
          0x1p-12L);
  }
}

TEST_CASE("error bound: what is stored and then returned in another format is rounded by the coarser one") {
  // Stored in f16 and returned in bf16, which has 8 bits: 1 + 2^-8 becomes 1.
  Profile profile = plain_profile(Dtype::f16);
  profile.output = Dtype::bf16;
  const Problem problem = of_scores({1 + 0x1p-8, 0}, {0, 1});
  CHECK(bounds_of(problem, profile).at(Part::scores).limit[0] >= 0x1p-8L);
  const Tensor x = matrix(Dtype::f64, 1, 1, {1 + 0x1p-8}), w = matrix(Dtype::f64, 1, 1, {1});
  CHECK(bounds_of(self_attention_problem(x, w, w, w), profile).at(Part::keys).limit[0] >= 0x1p-8L);
  // Stored in bf16 and returned in f16, where 2^-26 is 0.
  profile = plain_profile(Dtype::bf16);
  profile.output = Dtype::f16;
  CHECK(bounds_of(of_scores({0x1p-26, 0}, {0, 1}), profile).at(Part::scores).limit[0] >= 0x1p-26L);
}

TEST_CASE("error bound: no keys and no queries") {
  const Bounds none =
      bounds_of(attention_problem(Tensor(Dtype::f64, 2, 3), Tensor(Dtype::f64, 0, 3), Tensor(Dtype::f64, 0, 2)));
  CHECK((none[Part::output].limit == std::vector<long double>(4, 0) && none[Part::output].trivial[0] > 0));
  CHECK(none[Part::lse].limit == std::vector<long double>(2, 0));
  CHECK(is_infinite(none.row_sums));
  const Bounds empty =
      bounds_of(attention_problem(Tensor(Dtype::f64, 0, 3), Tensor(Dtype::f64, 2, 3), Tensor(Dtype::f64, 2, 1)));
  CHECK(
      (empty[Part::output].limit.empty() && empty[Part::weights].limit.empty() && empty[Part::keys].limit.size() == 6));
}

TEST_CASE("error bound: one key has weight 1 to a few roundings, whatever its score") {
  for (const double score : {0.0, 1.0, -700.0, 1e6}) {
    const Bounds b = bounds_of(of_scores({score}, {5}));
    // A weight is a division of two roundings and a store; an output has the product, and a store of its own, too.
    CHECK(b[Part::weights].limit[0] < 3.1L * u);
    CHECK(b.row_sums.limit[0] < 3.1L * u);
    CHECK(b[Part::output].limit[0] < 5 * 4.1L * u);
    CHECK(b[Part::output].trivial[0] == 5);  // a hull of no width
  }
}

TEST_CASE("error bound: scale 0 makes all scores 0 and the weights a mean; a negative scale is only a sign") {
  Problem problem = of_scores({1e3, -1e3, 5}, {1, 2, 3});
  problem.how.scale = 0;
  const Bounds zero = bounds_of(problem);
  CHECK(zero[Part::scores].limit[0] < 1e-300L);
  CHECK(zero[Part::weights].limit[0] < 6 * u);
  problem.how.scale = 0.5;
  const Bounds positive = bounds_of(problem);
  problem.how.scale = -0.5;
  CHECK(bounds_of(problem).at(Part::scores).limit == positive[Part::scores].limit);
}

TEST_CASE("error bound: gaps beyond the exponential leave limits of the order of its underflow") {
  const Bounds b = bounds_of(of_scores({0, -700, -744, -800, -20000, -1e300}, {1, 2, 3, 4, 5, 6}));
  CHECK(b[Part::weights].limit[1] < 1e-304L * 1e-12L);
  for (std::size_t j = 2; j < 6; ++j) {
    CHECK(b[Part::weights].limit[j] > 0);
    CHECK(b[Part::weights].limit[j] < 10 * smallest_subnormal(Dtype::f64));
  }
  CHECK(b[Part::output].limit[0] < 30 * u);
}

TEST_CASE("error bound: the output of subnormal values may lose a few times the smallest") {
  const double tiny = 0x1p-1070;
  const Bounds b = bounds_of(of_scores({0, 1}, {tiny, 3 * tiny}));
  CHECK((b[Part::output].limit[0] > smallest_subnormal(Dtype::f64) / 2 &&
         b[Part::output].limit[0] < 20 * smallest_subnormal(Dtype::f64)));
  Profile flushing = plain_profile(Dtype::f64);
  flushing.flush = true;
  CHECK(bounds_of(of_scores({0, 1}, {tiny, 3 * tiny}), flushing).at(Part::output).limit[0] > 3 * tiny);
}

TEST_CASE("error bound: where something may overflow nothing is said") {
  const double most = std::numeric_limits<double>::max();
  SECTION("the sum over values") {
    CHECK(is_infinite(bounds_of(of_scores({0, 0}, {most, most})).at(Part::output)));
    CHECK_FALSE(is_infinite(bounds_of(of_scores({0, 0}, {most / 4, most / 4})).at(Part::output)));
  }
  SECTION("the dot product") {
    const Tensor q = matrix(Dtype::f64, 1, 1, {1e200});
    const Bounds b =
        bounds_of(attention_problem(q, matrix(Dtype::f64, 2, 1, {1e200, 1}), matrix(Dtype::f64, 2, 1, {1, 2})));
    CHECK((is_infinite(b[Part::weights]) && is_infinite(b[Part::output]) && is_infinite(b[Part::lse]) &&
           is_infinite(b.row_sums)));
  }
  SECTION("a raw score stored in f16") {
    const Tensor q = matrix(Dtype::f16, 1, 64, std::vector<double>(64, 32));
    const Problem problem = attention_problem(q, q, matrix(Dtype::f16, 1, 1, {1}));
    CHECK(is_infinite(bounds_of(problem).at(Part::weights)));
    CHECK_FALSE(is_infinite(bounds_of(problem, profile_named("flash_f16").value()).at(Part::weights)));
  }
  SECTION("a raw score stored in f16, whose scale is 0") {
    const auto with_query = [](double x) {
      Problem problem = of_scores({x, 0}, {1, 2}, Dtype::f16);
      problem.at(Part::q)(0, 0) = x;
      problem.how.scale = 0;
      return bounds_of(problem).at(Part::weights);
    };
    CHECK(is_infinite(with_query(256)));
    CHECK_FALSE(is_infinite(with_query(128)));
  }
  SECTION("exponentials that no maximum is taken from") {
    Profile profile = plain_profile(Dtype::f64);
    profile.shifted = false;
    CHECK(is_infinite(bounds_of(of_scores({800, 0}, {1, 2}), profile).at(Part::weights)));
    CHECK(is_infinite(bounds_of(of_scores({-800, -801}, {1, 2}), profile).at(Part::weights)));
    CHECK_FALSE(is_infinite(bounds_of(of_scores({600, 0}, {1, 2}), profile).at(Part::weights)));
  }
  SECTION("an exponential stored in f16, whose largest number is 65504") {
    Profile profile = profile_named("flash_f16").value();
    profile.block = 0;
    profile.shifted = false;
    // e^12 is 162755, e^10 is 22026.
    CHECK(is_infinite(bounds_of(of_scores({12, 0}, {1, 2}, Dtype::f16), profile).at(Part::output)));
    CHECK_FALSE(is_infinite(bounds_of(of_scores({10, 0}, {1, 2}, Dtype::f16), profile).at(Part::output)));
  }
  SECTION("a scale that is no number of the format, where it meets zeros") {
    Problem problem = of_scores({0, 0}, {1, 2}, Dtype::f32);
    problem.at(Part::q)(0, 0) = 0;
    problem.how.scale = 1e39;
    CHECK(is_infinite(bounds_of(problem).at(Part::weights)));
    problem.how.scale = 1e30;
    CHECK_FALSE(is_infinite(bounds_of(problem).at(Part::weights)));
  }
  SECTION("a query with the scale and log2 e on it") {
    Problem problem = of_scores({0x1p-126, 0}, {1, 2}, Dtype::f32);
    problem.how.scale = 1;
    problem.at(Part::q)(0, 0) = 0x1.8p+127;  // below the largest number, which 1.44 times it is not
    CHECK(is_infinite(bounds_of(problem).at(Part::weights)));
    problem.at(Part::q)(0, 0) = 0x1p+127;
    CHECK_FALSE(is_infinite(bounds_of(problem).at(Part::weights)));
  }
}

TEST_CASE("error bound: nothing is said of blocks whose exponentials may exceed 1") {
  Profile profile = profile_named("fp32_online").value();
  profile.block = 1;
  const Problem problem = of_scores({1, 0}, {1, 2}, Dtype::f32);
  for (const double shift : {-3.0, 0.0, 3.0}) {
    profile.shift = shift;
    CHECK(is_infinite(bounds_of(problem, profile).at(Part::weights)) == (shift < 0));
  }
}

TEST_CASE("error bound: scores that are stored are rounded once, at least") {
  Profile stored = plain_profile(Dtype::f32);
  stored.stored_scores = Dtype::f16;  // c_s is 0
  CHECK(bounds_of(of_scores({1, 0}, {1, 2}, Dtype::f32), stored).at(Part::scores).limit[0] > unit_roundoff(Dtype::f16));
}

TEST_CASE("error bound: nothing is said where sums may overflow by their roundings alone") {
  // n max|v| is below the largest number, but not by more than a running sum's roundings can add: 549 x 112 = 61488 in
  // f16, whose largest is 65504, sums to infinity in plain order.
  const auto equal = [](std::size_t n, double v, Dtype dtype) {
    return of_scores(std::vector<double>(n, 0.0), std::vector<double>(n, v), dtype);
  };
  CHECK(is_infinite(bounds_of(equal(549, 112, Dtype::f16), *profile_named("f16_all")).at(Part::output)));
  CHECK(is_infinite(bounds_of(equal(383, 0x1.02p+119, Dtype::bf16), *profile_named("bf16_all")).at(Part::output)));
  CHECK(!is_infinite(bounds_of(equal(32, 112, Dtype::f16), *profile_named("f16_all")).at(Part::output)));
}

TEST_CASE("error bound: a scale that underflows is multiplied by a dot product with its roundings") {
  // The scale 2^-134 is half the smallest bf16 number: rounded to the format it may lose all of itself, lam = 2^-134.
  // The dot product of 64 terms 2^116 may have grown by its 64 roundings when it meets what was lost.
  const Problem problem = [] {
    Problem p =
        attention_problem(matrix(Dtype::bf16, 1, 64, std::vector<double>(64, 0x1p+58)),
                          matrix(Dtype::bf16, 1, 64, std::vector<double>(64, 0x1p+58)), matrix(Dtype::bf16, 1, 1, {1}));
    p.how.scale = 0x1p-134;
    return p;
  }();
  const long double dot = 64 * 0x1p+116L;
  const long double grown = dot * std::pow(1 + unit_roundoff(Dtype::bf16), 64.0L);
  const Bounds bounds = bounds_of(problem, *profile_named("bf16_all"));
  CHECK(bounds[Part::scores].limit[0] >= 0x1p-134L * grown + (grown - dot) * 0x1p-134L);
}

TEST_CASE("error bound: nothing is said where a hypothesis that is an inequality does not hold") {
  // Of scores, which no later step could make infinite.
  const auto is_said = [](const Problem& problem, const Profile& profile) {
    return !is_infinite(bounds_of(problem, profile).at(Part::scores));
  };
  const Problem two_keys = of_scores({0, 1}, {1, 2}, Dtype::f32);
  const Profile plain = plain_profile(Dtype::f32);
  REQUIRE(is_said(two_keys, plain));
  SECTION("H1: a roundoff of 1 or more") {
    for (const auto roundoff : {&Profile::u_in, &Profile::u_proj, &Profile::u_dot, &Profile::u_acc}) {
      Profile profile = plain;
      profile.*roundoff = 1;
      CHECK_FALSE(is_said(two_keys, profile));
    }
  }
  SECTION("counts below 0") {
    for (const auto counted : {&Profile::c, &Profile::c_s, &Profile::c_sub}) {
      Profile profile = plain;
      profile.*counted = -1;
      CHECK_FALSE(is_said(two_keys, profile));
    }
  }
  SECTION("H5: an exponential that errs by all of itself") {
    Profile profile = profile_named("f16_all").value();
    profile.exp_ulp = 1023;
    CHECK(is_said(two_keys, profile));
    profile.exp_ulp = 1024;
    CHECK_FALSE(is_said(two_keys, profile));
  }
  SECTION("H5: online, an exponential that underflows before it errs relatively") {
    Profile profile = plain;
    profile.accumulator = Dtype::f16;
    CHECK(is_said(two_keys, profile));
    profile.block = 1;
    CHECK_FALSE(is_said(two_keys, profile));
    profile.u_acc = 0x1p-22L;
    profile.exp_ulp = 1;
    CHECK(is_said(two_keys, profile));
  }
  SECTION("H7: 2^20 keys") {
    const auto keys = [](std::size_t n) {
      return of_scores(std::vector<double>(n, 0), std::vector<double>(n, 1), Dtype::f64);
    };
    CHECK(is_said(keys((std::size_t{1} << 20) - 1), plain_profile(Dtype::f64)));
    const Problem too_many = keys(std::size_t{1} << 20);
    Enclosure truth = quick_oracle(too_many);
    CHECK(std::isinf(truth[Part::output].rad[0]));
    // Nor is anything said where the truth is known from elsewhere.
    for (Enclosed* part :
         {&truth.at(Part::scores), &truth.at(Part::weights), &truth.at(Part::output), &truth.at(Part::lse)}) {
      std::fill(part->rad.begin(), part->rad.end(), 0.0L);
    }
    CHECK(is_infinite(error_bound(too_many, truth, plain_profile(Dtype::f64)).at(Part::scores)));
  }
  SECTION("H7: so many coordinates that their underflows add up to 1") {
    const auto coordinates = [](std::size_t d_k) {
      const Tensor q(Dtype::f16, 1, d_k);
      return attention_problem(q, q, matrix(Dtype::f16, 1, 1, {1}));
    };
    Profile flushing = profile_named("f16_all").value();
    flushing.flush = true;
    flushing.u_dot = 0x1p-30L;  // no roundings to speak of: only what underflows
    CHECK(is_said(coordinates(1 << 14), flushing));
    CHECK_FALSE(is_said(coordinates(1 << 15), flushing));
  }
}

TEST_CASE("error bound: NaN and infinities are not its business; what they do not reach is") {
  const Bounds nan_row = bounds_of(attention_problem(
      matrix(Dtype::f64, 2, 1, {1, std::nan("")}), matrix(Dtype::f64, 2, 1, {0, 1}), matrix(Dtype::f64, 2, 1, {1, 2})));
  CHECK((nan_row[Part::output].limit[0] < 1e-14L && std::isinf(nan_row[Part::output].limit[1])));
  const Bounds deleted = bounds_of(of_scores({0, -inf, 1}, {1, 2, 3}));
  CHECK((deleted[Part::weights].limit[1] == 0 && deleted[Part::weights].limit[0] < 1e-14L &&
         deleted[Part::output].limit[0] < 1e-14L));
  CHECK(is_infinite(bounds_of(of_scores({0, inf}, {1, 2})).at(Part::weights)));
  const Bounds column = bounds_of(attention_problem(matrix(Dtype::f64, 1, 1, {1}), matrix(Dtype::f64, 2, 1, {0, 1}),
                                                    matrix(Dtype::f64, 2, 2, {inf, 1, 2, 3})));
  CHECK((std::isinf(column[Part::output].limit[0]) && column[Part::output].limit[1] < 1e-14L));
}

TEST_CASE("error bound: limits grow with what a profile allows") {
  Random random(33);
  for (int n = 0; n < 50; ++n) {
    const Problem problem = random_problem(random, {.dtype = Dtype::f16, .steepest = 3});
    const Enclosure truth = quick_oracle(problem);
    const auto no_smaller = [&](const Profile& loose, const Profile& tight) {
      const Bounds a = error_bound(problem, truth, loose), b = error_bound(problem, truth, tight);
      INFO(loose.name << " against " << tight.name);
      const auto limits_no_smaller = [](const Bound& one, const Bound& other) {
        return std::equal(one.limit.begin(), one.limit.end(), other.limit.begin(), std::greater_equal<>());
      };
      for (const Part part : {Part::scores, Part::weights, Part::output, Part::lse}) {
        INFO(name_of(part));
        CHECK(limits_no_smaller(a[part], b[part]));
      }
      CHECK(limits_no_smaller(a.row_sums, b.row_sums));
    };
    no_smaller(plain_profile(Dtype::f32), plain_profile(Dtype::f64));
    no_smaller(profile_named("tf32").value(), plain_profile(Dtype::f32));
    no_smaller(plain_profile(Dtype::f16), plain_profile(Dtype::f32));
    no_smaller(profile_named("bf16_all").value(), plain_profile(Dtype::f32));
    Profile online = profile_named("fp32_online").value();
    online.block = 1;
    no_smaller(online, plain_profile(Dtype::f32));
    Profile flushing = plain_profile(Dtype::f32);
    flushing.flush = true;
    no_smaller(flushing, plain_profile(Dtype::f32));
    Profile exp_flushing = plain_profile(Dtype::f32);
    exp_flushing.exp_flush = true;
    no_smaller(exp_flushing, plain_profile(Dtype::f32));
    Profile moved = plain_profile(Dtype::f32);
    moved.shift = 20;
    no_smaller(moved, plain_profile(Dtype::f32));
  }
}

TEST_CASE("profiles: by name") {
  for (const char* name :
       {"f64", "f32", "tf32", "fp32_online", "f16", "bf16", "flash_f16", "flash_bf16", "f16_all", "bf16_all"}) {
    REQUIRE(profile_named(name).has_value());
    CHECK(profile_named(name)->name == name);
  }
  CHECK_FALSE(profile_named("fp64").has_value());
  CHECK_FALSE(profile_named("F64").has_value());
  CHECK(plain_profile(Dtype::bf16).output == Dtype::bf16);
  CHECK(profile_named("tf32")->u_in == 0x1p-11L);
  CHECK(profile_named("flash_bf16")->stored_scores.has_value() == false);
  CHECK(profile_named("f16_all")->u_acc == unit_roundoff(Dtype::f16));
}

TEST_CASE("profiles: a constant folded into the scale has two roundings in those whose exponential is a power of two") {
  for (const char* name : {"fp32_online", "flash_f16", "flash_bf16"}) {
    CHECK(profile_named(name)->c == 5);
    CHECK(profile_named(name)->c_sub == 3);
  }
}

TEST_CASE("profiles: the keys that JSON changes, by value") {
  const Profile plain = plain_profile(Dtype::f16);
  const auto read = [](const char* text) { return profile_of_json(text); };
  CHECK(read(R"({"profile": "f16", "scaled_q_stored": "f16"})").scaled_q_stored == Dtype::f16);
  CHECK(read(R"({"profile": "f16", "weights_from_lse": true})").output_from_lse == false);
  const Profile for_output = read(R"({"profile": "f16", "weights_from_lse": "for_output"})");
  CHECK((for_output.weights_from_lse && for_output.output_from_lse));
  const Profile deep = read(R"({"profile": "f16", "depth_dot": 7, "depth_sum": 0, "depth_values": null})");
  CHECK((deep.depth_dot == 7 && deep.depth_sum == 0 && deep.depth_values == std::nullopt));
  CHECK(plain.depth_dot == std::nullopt);
  for (const char* wrong :
       {R"({"profile": "f16", "weights_from_lse": "output"})", R"({"profile": "f16", "weights_from_lse": 1})",
        R"({"profile": "f16", "depth_sum": -1})", R"({"profile": "f16", "scaled_q_stored": true})"}) {
    CHECK_THROWS_AS(read(wrong), std::invalid_argument);
  }
}

TEST_CASE("error bound: masks and their like are refused") {
  Problem problem = of_scores({0, 1}, {1, 2});
  const Enclosure truth = quick_oracle(problem);
  problem.how.softcap = 1;
  CHECK_THROWS_AS(error_bound(problem, truth, plain_profile(Dtype::f64)), std::invalid_argument);
}
