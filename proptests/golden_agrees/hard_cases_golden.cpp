// Golden values on the hard cases: what was derived by hand, settled by the proof that it takes, and nothing undecided.
// (eq. algebraic_mean, score_order, side_of_mean, lse_split)
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
      const GoldenOutput& output = answers.at(expected.format).at(expected.output);
      INFO(name_of(expected.output) << '.' << name_of(expected.format) << '[' << expected.index << ']');
      CHECK(name_of(output.settled.at(expected.index).how()) == name_of(*expected.settled));
    }
    const Agreement agreement = compare(answers, mpfi_attention(hard.problem));
    for (const Mismatch& mismatch : agreement.mismatches) FAIL_CHECK("against MPFI: " << to_string(mismatch));
    CHECK(agreement.undecided_by_golden == 0);
  }
}

TEST_CASE("golden.undecided_is_said") {
  // The log-sum-exp of a score 2^-369 below a midpoint and a far lower one takes 512 bits; with 256 it must not be
  // guessed.
  std::size_t found = 0;
  for (const HardCase& hard : hard_cases()) {
    if (hard.name.find("largest score 2^-369 below") == std::string::npos) continue;
    ++found;
    INFO(hard.name);
    const Answers few = golden(hard.problem, {.formats = {Dtype::f64}, .most_bits = 256});
    const GoldenOutput& lse = few.at(Dtype::f64).at(Part::lse);
    CHECK(lse.settled[0].how() == Settled::undecided);
    CHECK(lse.counts().undecided == 1);
    CHECK(few.at(Dtype::f64).at(Part::weights).counts().undecided == 0);
    const Answers enough = golden(hard.problem, {.formats = {Dtype::f64}, .most_bits = 512});
    CHECK(enough.at(Dtype::f64).at(Part::lse).settled[0] == Settlement(Settled::interval, 2));
    CHECK(enough.at(Dtype::f64).at(Part::lse).counts().bits == 512);
  }
  CHECK(found == 2);
}
