// Double-double arithmetic errs by less than it says, against 113-bit arithmetic; and the processor's instructions
// change no bit of a product.
#include "truth/oracle/double_double.hpp"

#include "catch.hpp"
#include "generators/random.hpp"
#include "quad_attention.hpp"
#include "truth/oracle/exponential.hpp"
#include "truth/oracle/row_products.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

using namespace attnref;
using namespace attnref::oracle;
using attnref::test::quad;
using attnref::test::quad_abs;

namespace {

quad exact(Pair p) { return quad(p.hi) + p.lo; }

/// |computed - truth| / |truth|.
double relative(Pair computed, quad truth) { return static_cast<double>(quad_abs((exact(computed) - truth) / truth)); }

Pair random_pair(Random& random) {
  const double hi = random.normal() * std::ldexp(1.0, static_cast<int>(random.below(200)) - 100);
  return {hi, hi * 0x1p-54 * random.uniform()};
}

/// Of mixed signs and far apart, within 1, as scaled lines are.
double random_number(Random& random) {
  const double x =
      (2 * random.uniform() - 1) * std::ldexp(1.0, -static_cast<int>(random.below(random.chance(0.5) ? 4 : 60)));
  return random.chance(0.1) ? 0 : x;
}

}  // namespace

TEST_CASE("double-double: a fused multiply-add and Dekker's split give the same exact product") {
  Random random(1);
  for (int n = 0; n < 20000; ++n) {
    const double a = random_number(random), b = random_number(random);
    const Pair split = Split::product(a, b), fused = Fused::product(a, b);
    REQUIRE((split.hi == fused.hi && split.lo == fused.lo));
    REQUIRE(exact(split) == quad(a) * b);
  }
}

TEST_CASE("double-double: products, reciprocals and roots err by less than pair_error") {
  Random random(2);
  double worst = 0;
  for (int n = 0; n < 20000; ++n) {
    const Pair a = random_pair(random), b = random_pair(random), positive{std::fabs(a.hi) + 1e-200, std::fabs(a.lo)};
    if (a.hi == 0 || b.hi == 0) continue;
    worst = std::max(worst, relative(product<Split>(a, b), exact(a) * exact(b)));
    worst = std::max(worst, relative(reciprocal(positive), 1 / exact(positive)));
    const auto d = static_cast<double>(1 + random.below(5000));
    const Pair root = reciprocal_root(d);
    // r = 1/sqrt(d) (1 + e): d r^2 = 1 + 2e.
    worst = std::max(worst, static_cast<double>(quad_abs(exact(root) * exact(root) * quad(d) - 1) / 2));
  }
  INFO("worst " << worst);
  CHECK(worst <= pair_error);
  CHECK(worst > pair_error / 1000);
}

TEST_CASE("double-double: exponentials and logarithms err by less than they say") {
  Random random(3);
  double exponentials = 0, logarithms = 0;
  for (int n = 0; n < 20000; ++n) {
    const double size = random.chance(0.3)   ? 11000
                        : random.chance(0.5) ? 40
                                             : std::ldexp(1.0, -static_cast<int>(random.below(60)));
    const double x = (2 * random.uniform() - 1) * size, low = x * 0x1p-54 * random.uniform();
    const Exponential e = exponential<Split>(x, low);
    const quad power = std::ldexp(1.0L, static_cast<int>(e.exponent));
    const quad truth = x > 0 ? test::quad_exp(quad(x) + low) : 1 / test::quad_exp(-(quad(x) + low));
    exponentials = std::max(exponentials, relative(e.mantissa, truth / power));
    const double y = 1 + random.uniform() * std::ldexp(1.0, 20 - static_cast<int>(random.below(70)));
    const Logarithm l = logarithm({y, y * 0x1p-54});
    const quad error = quad_abs(exact(l.value) - test::quad_log(quad(y) + y * 0x1p-54));
    logarithms = std::max(logarithms, static_cast<double>(error) / l.error);
  }
  INFO("exponentials " << exponentials << ", logarithms " << logarithms << " of the bound");
  CHECK(exponentials <= exponential_error);
  CHECK(exponentials > exponential_error / 1000);
  CHECK(logarithms <= 1);
}

TEST_CASE("double-double: sums of products err by less than sum_error of their magnitudes") {
  Random random(4);
  double worst = 0;
  for (const std::size_t length : {1, 2, 3, 4, 7, 64, 4096}) {
    for (int n = 0; n < (length < 100 ? 300 : 5); ++n) {
      const std::size_t lines = 1 + random.below(11);
      std::vector<double> left(length), left_low(length), right(length * lines);
      for (double& x : left) x = random_number(random);
      for (std::size_t k = 0; k < length; ++k) left_low[k] = left[k] * 0x1p-54 * random.uniform();
      for (double& x : right) x = random_number(random);
      const ScaledLines scaled = scale_lines(lines, length, Layout::across,
                                             [&](std::size_t line, std::size_t k) { return right[line * length + k]; });
      RowProducts products(lines);
      for (const bool with_low : {false, true}) {
        multiply({left.data(), with_low ? left_low.data() : nullptr}, scaled, products);
        for (std::size_t line = 0; line < lines; ++line) {
          quad sum = 0;
          for (std::size_t k = 0; k < length; ++k) {
            const quad a = with_low ? quad(left[k]) + left_low[k] : quad(left[k]);
            sum += a * scaled.hi[k * scaled.item_step + line];
          }
          const quad error = quad_abs(quad(products.hi[line]) + products.lo[line] - sum);
          worst = std::max(worst, static_cast<double>(error) / (sum_error(length) * products.magnitudes[line]));
        }
      }
    }
  }
  INFO("worst " << worst << " of the bound");
  CHECK(worst <= 1);
  CHECK(worst > 0.0005);
}

TEST_CASE("double-double: lines are scaled exactly, from the smallest subnormal to the largest number") {
  const std::vector<double> numbers{5e-324, -3e-310, 2.3e-308, 1e-160, 1, 3e5, 1e160, 1.7976931348623157e308};
  for (const double x : numbers) {
    for (const double y : numbers) {
      if (std::fabs(y) > std::fabs(x)) continue;
      const ScaledLines lines =
          scale_lines(1, 2, Layout::along, [&](std::size_t, std::size_t k) { return k == 0 ? x : y; });
      const auto back = [&](std::size_t k) {
        return std::ldexp(static_cast<long double>(lines.hi[k]), static_cast<int>(lines.exponents[0]));
      };
      CHECK(std::fabs(lines.hi[0]) <= 1);
      CHECK(std::fabs(lines.hi[0]) >= 0.5);
      CHECK(back(0) == x);
      // What underflows beside a larger number is below 2^-1074 of the unit.
      CHECK(std::fabs(back(1) - y) <= std::ldexp(1.0L, static_cast<int>(lines.exponents[0]) - 1074));
    }
  }
  const ScaledLines zeros = scale_lines(1, 2, Layout::across, [](std::size_t, std::size_t) { return 0.0; });
  CHECK((zeros.exponents[0] == no_exponent && zeros.hi[0] == 0));
}
