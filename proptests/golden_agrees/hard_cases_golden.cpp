// Golden values on the hard cases: what was derived by hand, settled by the proof that it takes, and nothing undecided.
#include "catch.hpp"
#include "golden_agrees/hard_cases.hpp"

using namespace attnref;
using namespace attnref::test;

TEST_CASE("golden.hard_cases") {
  for (const HardCase& hard : hard_cases()) {
    INFO(hard.name);
    const Answers answers = golden(hard.problem, {.formats = all_formats});
    for (const Mismatch& mismatch : differences(hard, answers)) FAIL_CHECK(to_string(mismatch));
    for (const Expected& expected : hard.expected) {
      if (!expected.settled) continue;
      const GoldenOutput& output = answers.at(expected.format).find(expected.output)->second;
      INFO(expected.output << '.' << name_of(expected.format) << '[' << expected.index << ']');
      CHECK(name_of(output.settled.at(expected.index).how()) == name_of(*expected.settled));
    }
    const Agreement agreement = compare(answers, mpfi_attention(hard.problem));
    for (const Mismatch& mismatch : agreement.mismatches) FAIL_CHECK("against MPFI: " << to_string(mismatch));
    CHECK(agreement.undecided_by_golden == 0);
  }
}
