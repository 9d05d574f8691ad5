// The comparison itself on trial: a golden value that is off by one unit in the last place, or whose zero has the other
// sign, is found, and found where it is.
#include "catch.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/hard_cases.hpp"
#include "golden_agrees/random_problems.hpp"

#include <cmath>

using namespace attnref;
using namespace attnref::test;

namespace {

/// The next number of the format, away from zero.
double next(Dtype dtype, double x) {
  const Format& format = format_of(dtype);
  const int exponent = x == 0 ? format.emin : std::max(std::ilogb(x), format.emin);
  return x + std::copysign(std::ldexp(1.0, exponent - format.precision + 1), x);
}

}  // namespace

TEST_CASE("golden.one_corrupted_value_is_noticed") {
  const Problem problem = random_problem({Dtype::f64, 3, true, 1});
  const Answers golden_values = golden(problem, {.formats = all_formats});
  const MpfiAnswers oracle = mpfi_attention(problem);
  REQUIRE(compare(golden_values, oracle).mismatches.empty());
  for (const auto& [format, outputs] : golden_values) {
    for (const auto& [part, output] : outputs) {
      const std::size_t last = output.tensor.values.size() - 1;
      for (const std::size_t index : {std::size_t{0}, last}) {
        Answers corrupted = golden_values;
        double& value = corrupted.at(format).at(part).tensor.values[index];
        value = next(format, value);
        INFO(name_of(part) << '.' << name_of(format) << '[' << index << ']');
        const std::vector<Mismatch> mismatches = compare(corrupted, oracle).mismatches;
        REQUIRE(mismatches.size() == 1);
        CHECK(mismatches[0].format == format);
        CHECK(mismatches[0].output == part);
        CHECK(mismatches[0].index == index);
        CHECK(same_number(mismatches[0].found, value));
      }
    }
  }
}

TEST_CASE("golden.one_corrupted_hard_case_is_noticed") {
  for (const HardCase& hard : hard_cases()) {
    const Answers golden_values = golden(hard.problem, {.formats = all_formats});
    for (const Expected& expected : hard.expected) {
      Answers corrupted = golden_values;
      double& value = corrupted.at(expected.format).at(expected.output).tensor.values[expected.index];
      value = std::isinf(value) ? std::copysign(1.0, value) : value == 0 ? -value : next(expected.format, value);
      INFO(hard.name);
      CHECK_FALSE(differences(hard, corrupted).empty());
    }
  }
}

TEST_CASE("golden.a_missing_or_shorter_output_is_noticed") {
  const Problem problem = random_problem({Dtype::f32, 1, false, 2});
  Answers answers = golden(problem, {.formats = all_formats});
  const MpfiAnswers oracle = mpfi_attention(problem);
  Answers shorter = answers;
  shorter.at(Dtype::f16).at(Part::weights).tensor.values.pop_back();
  CHECK_THROWS_AS(compare(shorter, oracle), std::invalid_argument);
  answers.at(Dtype::f16).erase(Part::weights);
  CHECK_THROWS_AS(compare(answers, oracle), std::out_of_range);
}
