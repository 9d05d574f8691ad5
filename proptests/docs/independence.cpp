// docs/what-satisfies-the-laws.md: each neighbour of attention breaks the laws that the chapter says, in the cases that
// the proofs use, and keeps the others as a whole. (eq. merge_theorem, short_theorem, long_theorem, reading)
#include "docs/independence.hpp"

#include "catch.hpp"
#include "docs/cases_used.hpp"
#include "docs/neighbours.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

using namespace attnref;

namespace {

bool contains(const std::vector<std::string_view>& ids, std::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

void each_breaks_what_it_is_said_to(std::span<const docs::Neighbour> neighbours,
                                    std::span<const std::string_view> laws) {
  for (const docs::Neighbour& neighbour : neighbours) {
    INFO(neighbour.name);
    const std::vector<std::string_view> broken = docs::laws_broken_by(neighbour.make(), laws);
    for (const std::string_view law : laws) {
      INFO(law);
      CHECK(contains(broken, law) == contains(neighbour.breaks, law));
    }
    CHECK(docs::reads_right(neighbour.make()) == neighbour.reads_right);
  }
}

}  // namespace

TEST_CASE("each neighbour of attention breaks the laws that it is said to, and no others") {
  each_breaks_what_it_is_said_to(docs::neighbours(), docs::the_laws());
}

TEST_CASE("each of the merge theorem's neighbours breaks one of its two laws") {
  each_breaks_what_it_is_said_to(docs::neighbours_in_merging(), docs::laws_of_merging());
}

TEST_CASE("a function that keeps a law keeps the case of it that the theorems use") {
  for (const docs::Neighbour& neighbour : docs::neighbours()) {
    for (const std::string_view law : docs::the_laws()) {
      if (contains(neighbour.breaks, law)) continue;
      INFO(neighbour.name << ' ' << law);
      CHECK(!docs::breaks_case_used_of(law, neighbour.make()).value_or(false));
    }
  }
}
