// Counting verdicts.
#include "attnref/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attnref {

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 5> names{"holds", "violated", "unsupported", "excepted", "not_run"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<Difference> violating(const Counterexample& example) {
  // `!(ratio <= 1)` also where the ratio is a NaN.
  return example.worst && !(example.worst->ratio <= 1) ? example.worst : std::nullopt;
}

std::optional<double> SeenOutput::ratio(std::size_t n) const {
  if (n >= expected.size() || std::isinf(bound[n])) return std::nullopt;
  const double error = observed.values[n] == expected[n] ? 0 : std::fabs(observed.values[n] - expected[n]);
  if (error == 0) return 0;
  // Also where the error is a NaN.
  return error / bound[n] >= 0 ? error / bound[n] : HUGE_VAL;
}

std::size_t Report::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(laws.begin(), laws.end(), [verdict](const LawReport& law) { return law.verdict == verdict; }));
}

std::vector<const LawReport*> Report::exceptions_that_hold() const {
  std::vector<const LawReport*> found;
  for (const LawReport& law : laws) {
    if (!replayed && law.verdict == Verdict::holds && !law.exception.empty()) found.push_back(&law);
  }
  return found;
}

int Report::exit_code() const {
  if (count(Verdict::violated) > 0 || !exceptions_that_hold().empty() || !failed_at_end.empty()) return 1;
  return count(Verdict::holds) > 0 ? 0 : 3;
}

}  // namespace attnref
