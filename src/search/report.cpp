// Counting verdicts, and whether they say enough.
#include "attnref/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

namespace {

struct Asked {
  double asked = 0, judged = 0, unsupported = 0;
};

void add(Asked& sum, const Count& count) {
  sum.asked += static_cast<double>(count.asked);
  sum.judged += static_cast<double>(count.judged);
  sum.unsupported += static_cast<double>(count.unsupported);
}

Asked sum(const std::vector<LawReport>& laws) {
  Asked sum;
  for (const LawReport& law : laws) add(sum, law.count);
  return sum;
}

std::map<Dtype, Asked> sums_by_dtype(const std::vector<LawReport>& laws) {
  std::map<Dtype, Asked> sums;
  for (const LawReport& law : laws) {
    for (const auto& [dtype, count] : law.by_dtype) add(sums[dtype], count);
  }
  return sums;
}

double share_judged(const Asked& all) { return all.asked > 0 ? all.judged / all.asked : 0; }

/// The dtype of which the least share was judged, with its counts.
std::pair<std::string_view, Asked> least_judged(const Report& report) {
  std::pair<std::string_view, Asked> least;
  for (const auto& [dtype, all] : sums_by_dtype(report.laws)) {
    if (all.asked == 0) continue;  // no law has a case of it
    if (least.first.empty() || share_judged(all) < share_judged(least.second)) least = {name_of(dtype), all};
  }
  return least;
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

bool is_faulty(const Report& report) {
  return report.count(Verdict::violated) > 0 || !report.exceptions_that_hold().empty() || !report.failed_at_end.empty();
}

/// What keeps so much from being judged, the largest part first.
std::string reason_of_few(const Report& report, const Asked& all) {
  const double within = 1 - report.lengths_ruled_out;
  const double unsupported = all.asked > 0 ? within * all.unsupported / all.asked : 0;
  const double inconclusive = within - report.judged() - unsupported;
  if (report.lengths_ruled_out >= std::max(unsupported, inconclusive)) {
    return fmt::format("its constraints rule out {} of the lengths", percent(report.lengths_ruled_out));
  }
  if (unsupported < inconclusive) return fmt::format("the bound said too little of {}", percent(inconclusive));
  return fmt::format("{} was unsupported, most often: {}", percent(unsupported), report.refusal);
}

/// The reason that most laws have.
std::string reason_of_none(const Report& report) {
  std::map<std::string, std::size_t> laws_with;
  for (const LawReport& law : report.laws) ++laws_with[law.reason];
  const auto most = std::max_element(laws_with.begin(), laws_with.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == laws_with.end()) return "none was checked";
  return fmt::format("{} of {} for this reason: {}", most->second, report.laws.size(), most->first);
}

/// Why a report in which a law holds and none is violated says too little; empty where it says enough.
std::string too_little(const Report& report) {
  if (!report.ended_early.empty()) return "not all cases were judged: " + report.ended_early;
  for (const LawReport& law : report.laws) {
    if (!law.lost.empty()) return "the backend could be asked no more: " + law.lost;
  }
  if (report.judged() < report.require_judged) {
    const auto [dtype, all] = least_judged(report);
    return fmt::format("{} of what was asked in {} was judged, less than {}: {}", percent(report.judged()), dtype,
                       percent(report.require_judged), reason_of_few(report, all));
  }
  for (const auto& [dtype, power] : report.resolving_power) {
    if (power >= least_resolving_power) continue;
    return fmt::format("the median resolving power in {} is {:.3g}, below {}: the bounds of profile {} are too wide",
                       name_of(dtype), power, least_resolving_power, report.profiles.at(dtype));
  }
  return "";
}

}  // namespace

double Report::declined() const {
  const Asked all = sum(laws);
  const double unsupported = all.asked > 0 ? all.unsupported / all.asked : 0;
  return lengths_ruled_out + (1 - lengths_ruled_out) * unsupported;
}

double Report::judged() const { return (1 - lengths_ruled_out) * share_judged(least_judged(*this).second); }

std::string Report::why() const {
  if (is_faulty(*this)) return "";
  if (count(Verdict::holds) == 0) return "no law holds, and none is violated; " + reason_of_none(*this);
  return replayed ? "" : too_little(*this);
}

int Report::exit_code() const {
  if (is_faulty(*this)) return 1;
  return why().empty() ? 0 : 3;
}

}  // namespace attnref
