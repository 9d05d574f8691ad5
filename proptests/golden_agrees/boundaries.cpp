// Lemmas 1 to 3 of docs/golden-values.md in every gap of the 16-bit formats: which boundary an interval contains, and
// what rounds to what beside it. (eq. boundaries)
#include "catch.hpp"
#include "truth/golden/rounding.hpp"
#include "golden_agrees/agreement.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace attnref;
using namespace attnref::gold;
using attnref::test::same_number;

namespace {

/// All finite numbers of a format from 0 up, and then what comes after the largest: 2^(emax + 1), which is infinite.
std::vector<Dyadic> numbers_from_zero(const Format& format) {
  std::vector<Dyadic> numbers{Dyadic()};
  const double last = std::ldexp(1.0, format.emax + 1);
  double x = 0;
  while (x < last) {
    const int exponent = x == 0 ? format.emin : std::max(std::ilogb(x), format.emin);
    x += std::ldexp(1.0, exponent - format.precision + 1);
    numbers.emplace_back(x);
  }
  return numbers;
}

Dyadic half_of(Dyadic x) {
  arf_mul_2exp_si(x.get(), x.get(), -1);
  return x;
}

bool is(const std::optional<Dyadic>& found, const Dyadic& expected) { return found && compare(*found, expected) == 0; }

}  // namespace

TEST_CASE("golden.boundaries_of_every_gap") {
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    const Format& format = format_of(dtype);
    const std::vector<Dyadic> numbers = numbers_from_zero(format);
    Dyadic tiny(1.0);
    arf_mul_2exp_si(tiny.get(), tiny.get(), format.emin - format.precision - 40);
    for (std::size_t n = 0; n + 1 < numbers.size(); ++n) {
      const Dyadic &low = numbers[n], &high = numbers[n + 1], middle = half_of(low + high);
      INFO(arf_get_d(low.get(), ARF_RND_NEAR));
      const double below = nearest(dtype, low + tiny), above = nearest(dtype, high);
      // Between 0 and its neighbour 0 itself is a boundary too.
      REQUIRE(is(only_boundary(dtype, {low + tiny, high}), middle));
      REQUIRE(is(only_boundary(dtype, {middle, middle}), middle));
      REQUIRE(is(only_boundary(dtype, {-high, -low - tiny}), -middle));
      REQUIRE(!only_boundary(dtype, {low + tiny, middle - tiny}));
      REQUIRE(!only_boundary(dtype, {middle + tiny, high}));
      REQUIRE(same_number(beside(dtype, middle, -1), below));
      REQUIRE(same_number(beside(dtype, middle, 1), above));
      REQUIRE(same_number(beside(dtype, -middle, 1), -below));
      // A tie goes to the even one, of which there is one in each pair.
      REQUIRE(same_number(beside(dtype, middle, 0), n % 2 == 0 ? below : above));
      REQUIRE(same_number(nearest(dtype, middle - tiny), below));
      REQUIRE(same_number(nearest(dtype, middle + tiny), above));
      if (n + 2 < numbers.size()) {
        const Dyadic next = half_of(high + numbers[n + 2]);
        REQUIRE(!only_boundary(dtype, {middle, next}));
        REQUIRE(is(only_boundary(dtype, {middle, next - tiny}), middle));
        REQUIRE(is(only_boundary(dtype, {middle + tiny, next}), next));
      }
    }
    const Dyadic least = half_of(numbers[1]);  // the boundary next to 0
    CHECK(is(only_boundary(dtype, {tiny - least, least - tiny}), Dyadic()));
    CHECK(!only_boundary(dtype, {-tiny, least}));
    CHECK(same_number(beside(dtype, Dyadic(), -1), -0.0));
    CHECK(same_number(beside(dtype, Dyadic(), 1), 0.0));
    CHECK(!settled(dtype, {-tiny, tiny}));
  }
}
