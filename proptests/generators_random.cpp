// The random numbers of src/generators/random.hpp: the same for everyone, spread as they say, and independent by name.
#include "catch.hpp"
#include "generators/random.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

using namespace attnref;

TEST_CASE("random: the numbers of a seed are these, with every compiler") {
  // SplitMix64's first output from state 0 is published; the others are attnref's own, and may never change.
  STATIC_REQUIRE(mix(0) == 0xe220a8397b1dcdafu);
  STATIC_REQUIRE(Random(7).bits() == Random(7, 0, 0).bits());
  Random random(20170612, 1, 2);
  const std::uint64_t first = random.bits();
  CHECK(first == Random(20170612, 1, 2).bits());
  CHECK(random.bits() != first);
}

TEST_CASE("random: seed, name and index each give another stream") {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t name = 0; name < 10; ++name) {
      for (std::uint64_t index = 0; index < 10; ++index) firsts.insert(Random(seed, name, index).bits());
    }
  }
  CHECK(firsts.size() == 1000);
}

TEST_CASE("random: uniform numbers fill [0, 1), below and integer their ranges") {
  Random random(1);
  std::vector<int> tenths(10), integers(5), below(3);
  for (int n = 0; n < 10000; ++n) {
    const double x = random.uniform();
    REQUIRE((x >= 0 && x < 1));
    ++tenths[static_cast<std::size_t>(x * 10)];
    const double i = random.integer(2);
    REQUIRE((i >= -2 && i <= 2 && i == static_cast<int>(i)));
    ++integers[static_cast<std::size_t>(i + 2)];
    ++below.at(random.below(3));
  }
  // Six standard deviations of a binomial count.
  for (const int count : tenths) CHECK(std::abs(count - 1000) < 180);
  for (const int count : integers) CHECK(std::abs(count - 2000) < 240);
  for (const int count : below) CHECK(std::abs(count - 3333) < 283);
}

TEST_CASE("random: normal numbers have mean 0, deviation 1 and normal tails within their range") {
  Random random(2);
  const int count = 40000;
  double sum = 0, squares = 0;
  int beyond_two = 0;
  for (int n = 0; n < count; ++n) {
    const double x = random.normal();
    REQUIRE(std::abs(x) < 3.4642);  // 2 sqrt(3): four uniform numbers at their ends
    sum += x;
    squares += x * x;
    beyond_two += std::abs(x) > 2;
  }
  CHECK(std::abs(sum / count) < 6.0 / 200);
  CHECK(std::abs(squares / count - 1) < 6.0 * 1.3 / 200);
  // 4.55% of a normal distribution, somewhat less of this one.
  CHECK(beyond_two > count * 0.03);
  CHECK(beyond_two < count * 0.05);
}

TEST_CASE("random: shuffling keeps all, and every order occurs") {
  std::set<std::vector<int>> orders;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<int> numbers(4);
    std::iota(numbers.begin(), numbers.end(), 0);
    Random random(seed);
    shuffle(numbers, random);
    std::vector<int> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    REQUIRE(sorted == std::vector<int>{0, 1, 2, 3});
    orders.insert(numbers);
  }
  CHECK(orders.size() == 24);
}
