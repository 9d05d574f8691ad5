// Problems whose correctly rounded answers are hard to get and easy to derive: by hand or in exact rational arithmetic,
// never by floating point. hard_cases.cpp has the derivations.
#pragma once

#include "attnref/golden.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/mpfi_oracle.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::test {

/// What one number must be, and what must have proved it, if only one thing can. It is never undecided.
struct Expected {
  Part output;
  std::size_t index;
  Dtype format;
  double value;
  std::optional<Settled> settled;
};

struct HardCase {
  std::string name;
  Problem problem;
  std::vector<Expected> expected;
};

std::vector<HardCase> hard_cases();

/// The numbers that differ from what was derived. Throws std::out_of_range where one is missing.
std::vector<Mismatch> differences(const HardCase& hard, const Answers& answers);
/// As above, of those that MPFI decided.
std::vector<Mismatch> differences(const HardCase& hard, const MpfiAnswers& answers);

}  // namespace attnref::test
