// Counting verdicts.
#include "attnref/report.hpp"

#include <algorithm>
#include <array>

namespace attnref {

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 5> names{"holds", "violated", "unsupported", "excepted", "not_run"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<Difference> violating(const Counterexample& example) {
  // `!(ratio <= 1)` also where the ratio is a NaN.
  return example.worst && !(example.worst->ratio <= 1) ? example.worst : std::nullopt;
}

std::size_t Report::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(laws.begin(), laws.end(), [verdict](const LawReport& law) { return law.verdict == verdict; }));
}

int Report::exit_code() const {
  if (count(Verdict::violated) > 0) return 1;
  return count(Verdict::holds) > 0 ? 0 : 3;
}

}  // namespace attnref
