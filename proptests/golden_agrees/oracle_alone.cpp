// The MPFI oracle on trial, before it judges: its rounding against neighbouring numbers and the processor's
// conversions, its attention against 113-bit arithmetic.
#include "attnref/problem.hpp"
#include "catch.hpp"
#include "generators/random.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/mpfi_oracle.hpp"
#include "golden_agrees/nearest.hpp"
#include "golden_agrees/random_problems.hpp"
#include "quad_attention.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

using namespace attnref;
using namespace attnref::test;

namespace {

struct Number {
  mpfr_t x;
  explicit Number(long double value) {
    mpfr_init2(x, 64);
    mpfr_set_ld(x, value, MPFR_RNDN);
  }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(x); }
};

double rounded(Dtype dtype, long double value) { return nearest(dtype, Number(value).x); }

/// Number n of those of a 16-bit format that are not negative, by its bits; n one beyond the last finite one is 2^(emax
/// + 1).
double by_bits(Dtype dtype, unsigned n) {
  const Format& format = format_of(dtype);
  const unsigned fraction = n & ((1u << (format.precision - 1)) - 1), exponent = n >> (format.precision - 1);
  if (exponent == 0) return std::ldexp(fraction, format.emin - format.precision + 1);
  return std::ldexp((1u << (format.precision - 1)) + fraction,
                    static_cast<int>(exponent) - 1 + format.emin - format.precision + 1);
}

}  // namespace

TEST_CASE("golden.mpfi_rounds_every_gap_of_the_16_bit_formats") {
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    const Format& format = format_of(dtype);
    const unsigned beyond = static_cast<unsigned>(format.emax - format.emin + 2) << (format.precision - 1);
    std::size_t wrong = 0;
    for (unsigned n = 0; n < beyond; ++n) {
      const double low = by_bits(dtype, n), high = by_bits(dtype, n + 1), middle = (low + high) / 2;
      const double above = n + 1 == beyond ? HUGE_VAL : high;
      for (const double sign : {1.0, -1.0}) {
        // The even one of two neighbours is the one whose bits are even, infinity's among them.
        wrong += !same_number(rounded(dtype, sign * middle), sign * (n % 2 == 0 ? low : above));
        wrong += !same_number(rounded(dtype, sign * std::nextafter(middle, 0.0)), sign * low);
        wrong += !same_number(rounded(dtype, sign * std::nextafter(middle, HUGE_VAL)), sign * above);
        wrong += low != 0 && !same_number(rounded(dtype, sign * low), sign * low);
      }
    }
    INFO(name_of(dtype));
    CHECK(wrong == 0);
  }
  CHECK(same_number(rounded(Dtype::f16, 65519.99L), 65504));
  CHECK(same_number(rounded(Dtype::f16, 65520), HUGE_VAL));
  CHECK(same_number(rounded(Dtype::f16, 0), 0));
}

TEST_CASE("golden.mpfi_rounds_as_the_processor_converts") {
  Random random(1);
  std::size_t wrong = 0;
  for (int n = 0; n < 100000; ++n) {
    // Any double to f32; any product of doubles that a long double holds, to f64; subnormals and overflow come of
    // themselves.
    const double x = std::bit_cast<double>(random.bits());
    if (std::isfinite(x)) wrong += !same_number(rounded(Dtype::f32, x), static_cast<double>(static_cast<float>(x)));
    const float near = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    if (std::isfinite(near)) {
      const double middle = (static_cast<double>(near) + static_cast<double>(std::nextafter(near, HUGE_VALF))) / 2;
      if (std::isfinite(middle)) {
        wrong += !same_number(rounded(Dtype::f32, middle), static_cast<double>(static_cast<float>(middle)));
      }
    }
    const long double whole = static_cast<long double>(random.bits()) * (n % 2 == 0 ? 1 : -1);
    const long double wide = std::ldexp(whole, static_cast<int>(random.below(2200)) - 1150);
    wrong += !same_number(rounded(Dtype::f64, wide), static_cast<double>(wide));
    const double significand = static_cast<double>(random.bits() >> 11);
    const double y = std::ldexp(significand, static_cast<int>(random.below(2000)) - 1100);
    const long double tie = (static_cast<long double>(y) + static_cast<long double>(std::nextafter(y, HUGE_VAL))) / 2;
    wrong += !same_number(rounded(Dtype::f64, tie), static_cast<double>(tie));
  }
  CHECK(wrong == 0);
}

TEST_CASE("golden.mpfi_decides_nothing_between_zeros") {
  // Ends that round to -0 and +0: the sign isn't known.
  const Interval tiny(160, {1, -5000}), minus_tiny(160, {-1, -5000}), zero(160);
  const Interval both = (tiny / Interval(160, {3, 0}) + minus_tiny / Interval(160, {3, 0}));
  REQUIRE(mpfr_sgn(both.left()) < 0);
  REQUIRE(mpfr_sgn(both.right()) > 0);
  CHECK_FALSE(decided(Dtype::f64, both));
  CHECK(same_number(decided(Dtype::f64, tiny).value(), 0.0));
  CHECK(same_number(decided(Dtype::f64, minus_tiny).value(), -0.0));
  CHECK(same_number(decided(Dtype::f64, zero).value(), 0.0));
}

TEST_CASE("golden.mpfi_agrees_with_113_bit_arithmetic") {
  std::size_t compared = 0, different = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Problem problem = random_problem(Spread{Dtype::f64, 3, seed % 2 == 0, seed});
    const QuadAnswer quad = quad_attention(problem);
    const MpfiAnswers mpfi = mpfi_attention(problem);
    const auto check = [&](const Decisions& decisions, const QuadMatrix& expected) {
      for (std::size_t n = 0; n < decisions.size(); ++n) {
        REQUIRE(decisions[n]);
        ++compared;
        different += *decisions[n] != static_cast<double>(expected[n / expected[0].size()][n % expected[0].size()]);
      }
    };
    const auto& outputs = mpfi.at(Dtype::f64);
    check(outputs.at(Part::queries), quad.queries);
    check(outputs.at(Part::keys), quad.keys);
    check(outputs.at(Part::values), quad.values);
    check(outputs.at(Part::scores), quad.scores);
    check(outputs.at(Part::weights), quad.weights);
    check(outputs.at(Part::output), quad.output);
    check(outputs.at(Part::lse), {quad.lse});
  }
  CHECK(compared > 10000);
  // 113 bits round as the truth does, but for about one value in 2^50.
  CHECK(different == 0);
}

TEST_CASE("golden.mpfi_refuses_what_it_does_not_compute") {
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, 1, 1), v(Dtype::f64, 1, 1);
  k(0, 0) = NAN;
  CHECK_THROWS_AS(mpfi_attention(attention_problem(q, k, v)), std::invalid_argument);
  CHECK_THROWS_AS(mpfi_attention(attention_problem(q, Tensor(Dtype::f64, 0, 1), Tensor(Dtype::f64, 0, 1))),
                  std::invalid_argument);
}
