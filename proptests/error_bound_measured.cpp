// Arithmetic on Measured keeps its promise: whatever the operands' true values within their bounds, the result's bound
// holds the true result, rounding included. Truth is 113-bit arithmetic.
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "quad_attention.hpp"

#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;

namespace {

/// A number, its bound, and a true value at an end or inside.
struct Sample {
  Measured measured;
  quad truth = 0;
};

Sample sample(Random& random, bool positive) {
  const long double scale = power_of_two(static_cast<int>(random.below(60)) - 30);
  long double value = (random.normal() + static_cast<long double>(random.uniform()) * 0x1p-53L) * scale;
  if (positive) value = std::fabs(value) + 0x1p-40L * scale;
  const long double bound = std::fabs(value) * random.uniform() *
                            (random.chance(0.3)   ? 0.99L
                             : random.chance(0.5) ? 0
                                                  : 1e-18L);
  const double where = random.chance(0.4) ? 1 : random.chance(0.7) ? -1 : 2 * random.uniform() - 1;
  return {{value, bound}, quad(value) + quad(bound) * where};
}

bool within(Measured result, quad truth) { return quad_abs(truth - quad(result.value)) <= quad(result.bound); }

/// How near the truth comes to the bound.
double ratio(Measured result, quad truth) {
  return static_cast<double>(quad_abs(truth - quad(result.value)) / quad(result.bound));
}

}  // namespace

TEST_CASE("measured: sums, products, quotients, logarithms and exponentials hold the truth") {
  Random random(21);
  double nearest[6] = {};
  int failures = 0;
  const auto see = [&](int operation, Measured result, quad truth) {
    if (!within(result, truth)) ++failures;
    if (result.bound < std::numeric_limits<long double>::infinity()) {
      nearest[operation] = std::max(nearest[operation], ratio(result, truth));
    }
  };
  for (int n = 0; n < 20000; ++n) {
    const Sample a = sample(random, false), b = sample(random, false), p = sample(random, true);
    see(0, a.measured + b.measured, a.truth + b.truth);
    see(1, a.measured - b.measured, a.truth - b.truth);
    see(2, a.measured * b.measured, a.truth * b.truth);
    see(3, a.measured / b.measured, a.truth / b.truth);
    see(4, log(p.measured), quad_log(p.truth));
    if (std::fabs(a.measured.value) < 100) see(5, exp(a.measured), quad_exp(a.truth));
  }
  CHECK(failures == 0);
  for (const double near : nearest) CHECK(near > 0.99);
}

TEST_CASE("measured: nothing is known of a quotient by what may be zero, or of a logarithm of it") {
  const long double infinity = std::numeric_limits<long double>::infinity();
  CHECK((Measured{1, 0} / Measured{1e-3L, 1e-3L}).bound == infinity);
  CHECK((Measured{1, 0} / Measured{-1e-3L, 2e-3L}).bound == infinity);
  CHECK((Measured{1, 0} / Measured{0, 0}).bound == infinity);
  CHECK(log(Measured{1, 1}).bound == infinity);
  CHECK(exp(Measured{0, infinity}).bound == infinity);
}

TEST_CASE("measured: a NaN or an infinity a finite bound from the truth is a fault, and is kept one") {
  const long double infinity = std::numeric_limits<long double>::infinity();
  const Measured one{1, 0.5L};
  for (const long double wrong : {infinity, -infinity, std::numeric_limits<long double>::quiet_NaN()}) {
    const Measured fault{wrong, 0.25L}, unknown{wrong, infinity};
    for (const Measured& result :
         {fault + one, one - fault, fault * one, one / fault, fault / one, log(fault), exp(fault)}) {
      CHECK((std::isnan(result.value) && result.bound < 1));
    }
    for (const Measured& result :
         {unknown + one, one - unknown, unknown * one, one / unknown, log(unknown), exp(unknown)}) {
      CHECK(result.bound == infinity);
    }
  }
  const Measured negative = log(Measured{-1, 0.5L});  // no true value of it has a logarithm
  CHECK((std::isnan(negative.value) && negative.bound < 1));
}

TEST_CASE("measured: exact operands keep bounds near one rounding") {
  const long double u = std::numeric_limits<long double>::epsilon() / 2;
  CHECK((Measured{1, 0} / Measured{3, 0}).bound < 1.1L * u / 3);
  CHECK((Measured{1, 0} + Measured{2, 0}).bound < 3.1L * u);
  CHECK(exp(Measured{1, 0}).bound < 6 * u);
}

TEST_CASE("measured: a bound grows by what its evaluation may lose to underflow, however small it is") {
  using Limits = std::numeric_limits<long double>;
  for (int e = Limits::min_exponent - Limits::digits; e < Limits::min_exponent + 2 * Limits::digits; ++e) {
    const long double bound = std::ldexp(1.0L, e);
    const Measured sum = Measured{0, bound} + Measured{};
    CHECK(sum.bound == bound * (1 + 8 * Limits::epsilon()) + Limits::min() * 0x1p-18L);
  }
}
