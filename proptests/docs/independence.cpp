// docs/what-satisfies-the-laws.md: each neighbour of attention breaks the laws that the chapter says, and no others of
// the theorems' hypotheses. (eq. short_theorem, long_theorem, reading)
#include "catch.hpp"
#include "docs/independence.hpp"

#include <string>
#include <vector>

using namespace attnref;

TEST_CASE("each neighbour of attention breaks the laws that it is said to, and no others") {
  for (const docs::Neighbour& neighbour : docs::neighbours()) {
    INFO(neighbour.name);
    const std::vector<std::string_view> broken = docs::laws_broken_by(neighbour.make());
    for (const std::string_view law : docs::the_laws()) {
      INFO(law);
      const bool said = std::find(neighbour.breaks.begin(), neighbour.breaks.end(), law) != neighbour.breaks.end();
      const bool found = std::find(broken.begin(), broken.end(), law) != broken.end();
      CHECK(found == said);
    }
    CHECK(docs::reads_right(neighbour.make()) == neighbour.reads_right);
  }
}
