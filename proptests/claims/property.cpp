// The runner of the claims is itself put to the test: a claim that cannot fail claims nothing.
#include "property.hpp"

#include <set>

namespace attnref::claims {
namespace {

TEST_CASE("claim_runner.a_false_property_is_refuted") {
  const Outcome outcome = outcome_of(
      "every length is below 100", [] { RC_ASSERT(*any_length() < 100); }, 100);
  CHECK(!outcome.holds);
  CHECK(outcome.words.find("127") != std::string::npos);  // the smallest counterexample
}

TEST_CASE("claim_runner.a_property_that_judges_nothing_does_not_hold") {
  CHECK(!outcome_of(
             "judges nothing", [] { RC_PRE(false); }, 100)
             .holds);
  CHECK(!outcome_of(
             "asked for nothing", [] {}, 0)
             .holds);
}

TEST_CASE("claim_runner.every_length_occurs_and_so_do_long_pairs") {
  std::set<std::size_t> seen;
  int long_pairs = 0;
  require_property("lengths", [&] {
    const auto a = *any_length(), b = *any_length();
    seen.insert(a);
    long_pairs += a >= 32 && b >= 32;
  });
  CHECK(seen.size() == lengths.size());
  CHECK(long_pairs >= 10);
}

}  // namespace
}  // namespace attnref::claims
