// Faults of an oracle, built in turn: each is found by comparing bits with MPFI, or with what was derived by hand. The
// same oracle without a fault shows that it is the fault that is found.
#include "catch.hpp"
#include "golden_agrees/hard_cases.hpp"
#include "golden_agrees/random_problems.hpp"
#include "golden_agrees/wrong_oracles.hpp"

#include <algorithm>

using namespace attnref;
using namespace attnref::test;

namespace {

/// What faulty oracles publish.
constexpr PartSet published{Part::weights, Part::output, Part::lse};

/// Values of a faulty oracle that differ from MPFI's, on random problems of every format and on such as are full of
/// midpoints.
struct Found {
  std::size_t random = 0, midpoints = 0, by_hand = 0;
};

std::size_t different(Problem problem, const Fault& fault) {
  problem.wanted = published;
  return compare(faulty_golden(problem, fault), mpfi_attention(problem)).mismatches.size();
}

Found found(const Fault& fault) {
  Found found;
  for (const Dtype dtype : all_formats) {
    for (const double deviation : {0.1, 3.0, 100.0}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        found.random += different(random_problem({dtype, deviation, seed % 2 == 0, seed}), fault);
      }
    }
  }
  for (std::uint64_t seed = 0; seed < 100; ++seed) found.midpoints += different(midpoint_problem(seed), fault);
  for (HardCase hard : hard_cases()) {
    std::erase_if(hard.expected, [](const Expected& expected) { return !published.contains(expected.output); });
    found.by_hand += differences(hard, faulty_golden(hard.problem, fault)).size();
  }
  return found;
}

}  // namespace

TEST_CASE("golden.the_plain_oracle_agrees_where_mpfi_decides") {
  const Found plain = found({});
  CHECK(plain.random == 0);
  CHECK(plain.midpoints == 0);
}

TEST_CASE("golden.fault_no_dominance_test") {
  // 2048 bits are more than MPFI's 1280, so that only proofs by hand reach it; an oracle that gives up earlier is found
  // by both.
  CHECK(found({}).by_hand > 10);
  const Found early = found({.most_bits = 256});
  CHECK(early.midpoints > 0);
  CHECK(early.by_hand > 20);
}

TEST_CASE("golden.fault_fixed_200_bits") {
  const Found fixed = found({.one_precision = true, .first_bits = 200});
  // It seems right: on problems as they come, 200 bits are enough.
  CHECK(fixed.random == 0);
  CHECK(fixed.midpoints > 0);
  CHECK(fixed.by_hand > 20);
}

TEST_CASE("golden.fault_narrow_formats_from_f64") {
  const Found derived = found({.narrow_from_f64 = true});
  CHECK(derived.midpoints > 0);
  CHECK(derived.by_hand > 10);
}

TEST_CASE("golden.fault_scale_rounded_first") {
  const Found rounded = found({.scale_rounded = true});
  CHECK(rounded.random > 1000);
  CHECK(rounded.midpoints > 0);
}

TEST_CASE("golden.fault_one_error_term_forgotten") {
  const Found forgotten = found({.argument_error_forgotten = true});
  CHECK(forgotten.random > 0);
}
