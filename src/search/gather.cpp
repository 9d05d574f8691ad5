#include "search/gather.hpp"

#include "problem/one_line.hpp"
#include "search/case_generator.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace attnref {
namespace {

void add(Count& sum, const Count& count) {
  sum.asked += count.asked;
  sum.judged += count.judged;
  sum.violated += count.violated;
  sum.unsupported += count.unsupported;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The user's reason where the law is on the list.
std::string exception_of(std::string_view law, const CheckOptions& options) {
  const auto found = options.exceptions.find(std::string(law));
  return found == options.exceptions.end() ? "" : on_one_line(found->second, 400);
}

/// What is gathered of a law over its units, beside its report.
struct Gathered {
  std::vector<double> powers;
  std::map<Dtype, Refusals> refusals;
  std::string undrawn;
};

/// Adds a unit to its law's report.
void merge(LawReport& law, Unit& unit, Gathered& gathered) {
  law.by_dtype[unit.dtype] = unit.count;
  add(law.count, unit.count);
  law.worst_ratio = std::max(law.worst_ratio, unit.worst_ratio);
  law.undeclared = unit.undeclared;
  gathered.powers.insert(gathered.powers.end(), unit.powers.begin(), unit.powers.end());
  gathered.refusals[unit.dtype] = unit.refusals;
  if (!unit.undrawn.empty()) gathered.undrawn = unit.undrawn;
  if (!unit.lost.empty()) law.lost = unit.lost;
  if (unit.counterexample && !law.counterexample) law.counterexample = std::move(unit.counterexample);
}

std::string reason_of(const LawReport& law, const Gathered& gathered) {
  switch (law.verdict) {
    case Verdict::violated:
      return law.counterexample->reason;
    case Verdict::excepted:
      return law.exception;
    case Verdict::unsupported:
      return law.undeclared ? gathered.undrawn : commonest(gathered.refusals.rbegin()->second);
    case Verdict::not_run:
      break;
    case Verdict::holds:
      return "";
  }
  if (!law.lost.empty()) return law.lost;
  const std::string too_few = reason_not_run(law.by_dtype, gathered.refusals);
  return too_few.empty() ? gathered.undrawn : too_few;
}

void conclude(LawReport& law, const Gathered& gathered) {
  law.verdict = law.undeclared ? Verdict::unsupported : verdict_of(law.by_dtype);
  // Nothing is said of a law that the run ended within, but what it was violated by.
  if (law.verdict != Verdict::violated && !law.lost.empty()) law.verdict = Verdict::not_run;
  if (!gathered.powers.empty()) law.resolving_power = median(gathered.powers);
  if (law.verdict == Verdict::violated && !law.exception.empty()) law.verdict = Verdict::excepted;
  law.reason = reason_of(law, gathered);
}

std::vector<LawReport> law_reports(std::vector<Unit>& units, const CheckOptions& options) {
  std::vector<LawReport> reports;
  Gathered gathered;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Law& law = *units[i].law;
    if (i == 0 || units[i - 1].law != &law) {
      gathered = {};
      reports.push_back(
          {.id = std::string(law.id), .title = std::string(law.title), .exact = law.exactness == Exactness::exact});
      reports.back().exception = exception_of(law.id, options);
    }
    merge(reports.back(), units[i], gathered);
    if (i + 1 == units.size() || units[i + 1].law != &law) conclude(reports.back(), gathered);
  }
  return reports;
}

/// By which profiles the dtypes were judged, and what they let be seen.
void add_profiles(Report& report, const std::vector<Unit>& units, const Run& run) {
  std::map<Dtype, std::vector<double>> powers;
  for (const Unit& unit : units) {
    if (unit.count.judged == 0) continue;
    const Profile profile = Subject(run.backend, unit.dtype, run.profile).profile();
    report.profiles[unit.dtype] = profile.name;
    if (!profile_named(profile.name)) report.own_profiles[unit.dtype] = profile;
    std::vector<double>& all = powers[unit.dtype];
    all.insert(all.end(), unit.powers.begin(), unit.powers.end());
    // What few comparisons of such a case resolved would speak for all that none of them looked at.
    all.insert(all.end(), unit.mostly_inconclusive, 0.0);
  }
  for (const auto& [dtype, all] : powers) {
    if (!all.empty()) report.resolving_power[dtype] = median(all);
  }
}

/// What was asked of all laws together.
void add_reach(Report& report, const std::vector<Unit>& units, const Run& run) {
  Refusals refusals;
  report.largest = {};
  for (const Unit& unit : units) {
    for (const auto& [reason, count] : unit.refusals) refusals[reason] += count;
    for (const auto size : {&Sizes::t_q, &Sizes::t_k, &Sizes::d_model, &Sizes::d_k, &Sizes::d_v}) {
      report.largest.*size = std::max(report.largest.*size, unit.largest.*size);
    }
    report.weights_read_through_values |= unit.read_through_values;
  }
  report.refusal = commonest(refusals);
  report.constraints = run.backend.describe().constraints;
  if (report.replayed) return;
  const Unit& any = units.front();
  report.lengths_ruled_out =
      CaseGenerator(*any.law, any.dtype, run.backend.describe(), run.options.seed, run.options.max_length)
          .lengths_ruled_out();
}

/// What the backend says of itself, now and as its processes end.
void add_backend(Report& report, const AnyBackend& backend) {
  const Ending ending = backend.end();
  report.failed_at_end = on_one_line(ending.failure, 400);
  for (const std::string& note : ending.notes) report.notes.push_back(on_one_line(note, 400));
  report.backend = on_one_line(backend.describe().name, 200);
  report.version = on_one_line(backend.describe().version, 200);
}

}  // namespace

Report gathered(const Run& run, std::vector<Unit>& units) {
  Report report;
  add_backend(report, run.backend);
  report.seed = run.options.seed;
  report.replayed = run.options.replay.has_value();
  report.require_judged = run.options.require_judged;
  add_reach(report, units, run);
  add_profiles(report, units, run);
  report.laws = law_reports(units, run.options);
  report.ended_early = run.over;
  report.seconds = run.now() - run.start;
  return report;
}

}  // namespace attnref
