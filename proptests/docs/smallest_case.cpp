// How docs/not-quite-true.md finds its counterexamples: the search ends, ends at the smallest case, and says so where
// it does not.
#include "catch.hpp"
#include "docs/integer_vectors.hpp"
#include "docs/shrunk.hpp"
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>

using namespace attnref::docs;

namespace {

bool some_number_exceeds_6(const IntegerVectors& x) {
  return std::any_of(x.numbers.begin(), x.numbers.end(), [](int n) { return n > 6; });
}

}  // namespace

TEST_CASE("the search ends at the smallest case, whatever was drawn") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto found =
        shrunk(integer_vectors(), smaller, some_number_exceeds_6, {.claim = "none exceeds 6", .seed = seed});
    REQUIRE(to_string(found.smallest) == "(7)");
    REQUIRE(some_number_exceeds_6(found.first));
  }
}

TEST_CASE("a claim that fails nowhere is an error and names itself") {
  const auto never = [](const IntegerVectors&) { return false; };
  REQUIRE_THROWS_WITH(shrunk(integer_vectors(), smaller, never, {.claim = "all is well", .cases = 50}),
                      "all is well: expected a case that fails, found none");
}

TEST_CASE("a search that stops short of the smallest case is an error") {
  // From 7 no step leads to 1, which is never drawn.
  const auto fails = [](const IntegerVectors& x) {
    return x.numbers == std::vector<int>{7} || x.numbers == std::vector<int>{1};
  };
  const auto sevens = integer_vectors({.most_count = 1, .most_width = 1, .least = 7, .most = 7});
  REQUIRE_THROWS_AS(smallest("neither 7 nor 1", sevens, fails), std::logic_error);
}

TEST_CASE("what is tried below a case is all of it") {
  std::set<std::string> below;
  for_each_below({2, 1, {1, -1}}, [&](const IntegerVectors& x) { below.insert(to_string(x)); });
  REQUIRE(below ==
          std::set<std::string>{"(0)", "(1)", "(-1)", "(0), (0)", "(1), (0)", "(-1), (0)", "(0), (1)", "(0), (-1)"});
}

TEST_CASE("every step makes a case smaller") {
  const auto drawn = integer_vectors();
  rc::Random random(3);
  for (int n = 0; n < 200; ++n) {
    const IntegerVectors x = drawn(random.split(), rc::kNominalSize).value();
    for (const IntegerVectors& y : smaller(x)) REQUIRE(y < x);
  }
}
