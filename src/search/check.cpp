// Attacks a back end with the laws. The only file of the product that includes rapidcheck: its generators supply the
// random choices and its shrink trees the smaller cases, walked here with budgets of count and time. rc::check itself
// is not used: it prints, reads the environment, and is not safe with threads.
#include "attnref/check.hpp"

#include "generators/random.hpp"
#include "judging/seen_answer.hpp"
#include "problem/one_line.hpp"
#include "problem/run_on_threads.hpp"
#include "search/deal.hpp"
#include "search/declared.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>

namespace attnref {
namespace {

using Clock = std::chrono::steady_clock;

/// A Spec with the tree of its smaller ones.
rc::Shrinkable<Spec> with_smaller(const Dealer& dealer, const Spec& spec) {
  return rc::shrinkable::shrinkRecur(spec,
                                     [&dealer](const Spec& s) { return rc::seq::fromContainer(dealer.smaller(s)); });
}

/// The generator of a law's case number `index`.
rc::Gen<std::optional<Spec>> case_generator(const Dealer& dealer, std::size_t index) {
  return rc::gen::map(rc::gen::noShrink(rc::gen::arbitrary<std::uint32_t>()),
                      [&dealer, index](std::uint32_t seed) { return dealer.deal(index, seed); });
}

Judgement judge(const Law& law, const Spec& spec, Subject& subject) {
  Comparison comparison;
  subject.begin_case();
  try {
    law.judge(spec, law.draw(spec), subject, comparison);
  } catch (CaseEnded& ended) {
    // What was compared before counts only if it was already a violation.
    if (comparison.judgement().outcome != Judgement::Outcome::violated)
      comparison.judgement() = std::move(ended.judgement);
  }
  Judgement judgement = std::move(comparison.judgement());
  if (judgement.outcome == Judgement::Outcome::violated) judgement.calls = subject.calls();
  return judgement;
}

bool is_violated(const Judgement& judgement) { return judgement.outcome == Judgement::Outcome::violated; }

/// Of a number of seconds, which may be infinite.
Clock::duration duration_of(double seconds) {
  constexpr double most = 1e9;
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, most)));
}

/// What all units of work share.
struct Work {
  const AnyBackend& backend;
  const CheckOptions& options;
  Clock::time_point start;
  Clock::time_point end;  ///< of the whole run
  std::mutex telling;     ///< options.progress and options.found are called by one thread at a time
  std::atomic<std::size_t> laws_done{0};
  std::atomic<double> shrinking{0};  ///< seconds spent on it
  std::string over;                  ///< why the run ended before all cases were judged; guarded by `telling`
};

/// Thrown where no further case may begin.
struct RunOver {
  std::string why;
};

void require_not_stopped(const Work& work) {
  if (work.options.stop && *work.options.stop) throw RunOver{"interrupted"};
}

void require_time_left(const Work& work) {
  if (Clock::now() < work.end) return;
  throw RunOver{fmt::format("the time for the whole run was over, after {:.3g} s",
                            std::chrono::duration<double>(work.end - work.start).count())};
}

/// Judges a case, unless the run is stopped meanwhile: programs are ended then, which is no fault of theirs.
Judgement judge_unless_stopped(const Work& work, const Law& law, const Spec& spec, Subject& subject) {
  Judgement judgement = judge(law, spec, subject);
  require_not_stopped(work);
  return judgement;
}

/// One law in one dtype.
struct Unit {
  const Law* law;
  Dtype dtype;
  Count count;
  double worst_ratio = 0;
  std::vector<double> powers;
  std::string reason;
  std::string lost;  ///< why no more could be asked; empty where everything was
  bool read_through_values = false;
  std::optional<Counterexample> counterexample;
};

/// Where each case takes long, as one that hangs, the first laws' cases are made small and the others' nearly so.
double seconds_to_shrink(const Work& work) {
  return work.shrinking < work.options.shrink_seconds_in_all ? work.options.shrink_seconds
                                                             : work.options.shrink_seconds / 10;
}

Counterexample shrunk(Work& work, const Law& law, const Dealer& dealer, const Spec& first, const Judgement& judgement,
                      Subject& subject) {
  Counterexample example;
  example.unshrunk = to_string(first);
  Spec smallest = first;
  Judgement found = judgement;
  try {
    // A violation that does not repeat is reported with what was seen first, and is not shrunk.
    example.flaky = !is_violated(judge_unless_stopped(work, law, first, subject));
    const auto start = Clock::now();
    const auto until = std::min(work.end, start + duration_of(seconds_to_shrink(work)));
    std::size_t tries = example.flaky ? 0 : work.options.shrink_tries;
    rc::Shrinkable<Spec> node = with_smaller(dealer, first);
    for (bool smaller = true; smaller;) {
      smaller = false;
      auto shrinks = node.shrinks();
      for (auto next = shrinks.next(); next && tries > 0 && Clock::now() < until; next = shrinks.next()) {
        --tries;
        Judgement again = judge_unless_stopped(work, law, next->value(), subject);
        if (!is_violated(again)) continue;
        smallest = next->value();
        found = std::move(again);
        node = *next;
        ++example.shrinks;
        smaller = true;
        break;
      }
    }
    work.shrinking = work.shrinking + std::chrono::duration<double>(Clock::now() - start).count();
  } catch (const lost_error&) {
    // The smallest case until then is reported.
  } catch (const RunOver&) {
    // Likewise.
  }
  example.problem = law.draw(smallest);
  example.replay = to_string(smallest);
  example.reason = found.reason;
  example.worst = found.worst;
  example.weights = last_weights(found.calls);
  example.seen = furthest_answer(found.calls, example.problem, subject.profile());
  return example;
}

/// Counts one case; true if the unit should go on.
bool run_case(Work& work, Unit& unit, const Dealer& dealer, const Spec& spec, Subject& subject) {
  require_time_left(work);
  const Judgement judgement = judge_unless_stopped(work, *unit.law, spec, subject);
  ++unit.count.asked;
  switch (judgement.outcome) {
    case Judgement::Outcome::mute:
      return true;
    case Judgement::Outcome::unsupported:
      ++unit.count.unsupported;
      unit.reason = judgement.reason;
      return true;
    case Judgement::Outcome::passed:
    case Judgement::Outcome::violated:
      break;
  }
  ++unit.count.judged;
  unit.worst_ratio = std::max(unit.worst_ratio, judgement.worst_ratio);
  if (judgement.power > 0) unit.powers.push_back(judgement.power);
  if (!is_violated(judgement)) return true;
  ++unit.count.violated;
  if (!unit.counterexample) {
    if (work.options.found) {
      const std::lock_guard lock(work.telling);
      work.options.found(unit.law->id, to_string(spec), judgement.reason);
    }
    unit.counterexample = shrunk(work, *unit.law, dealer, spec, judgement, subject);
  }
  return !work.options.first_violation_only;
}

bool lacks_a_need(const Law& law, const Capabilities& capabilities, std::string& reason) {
  for (const std::string_view need : law.needs) {
    // Weights can always be read through the values.
    if (need == "weights" || capabilities.can(need)) continue;
    reason = fmt::format("needs {}", need);
    return true;
  }
  return false;
}

void deal_cases(Work& work, Unit& unit, const AnyBackend& backend, double share_of_seconds) {
  const CheckOptions& options = work.options;
  const Dealer dealer(*unit.law, unit.dtype, backend.describe(), options.seed, options.max_length);
  if (lacks_a_need(*unit.law, backend.describe(), unit.reason)) {
    unit.count.asked = unit.count.unsupported = 1;
    return;
  }
  Subject subject(backend, unit.dtype, options.profile);
  if (options.replay) {
    if (!dealer.fits(*options.replay)) throw problem_error(dealer.refusal(*options.replay));
    run_case(work, unit, dealer, *options.replay, subject);
  } else {
    const rc::Random root(options.seed);
    rc::Random random = root;
    const auto until = Clock::now() + std::chrono::duration<double>(share_of_seconds);
    // Deals that fit nothing are not cases; there is an end to them too.
    const std::size_t most_deals = options.seconds ? ~std::size_t{0} : 4 * options.cases;
    for (std::size_t index = 0; index < most_deals; ++index) {
      if (options.seconds ? Clock::now() >= until : unit.count.asked >= options.cases) break;
      const auto spec = case_generator(dealer, index)(random.split(), rc::kNominalSize).value();
      if (spec && !run_case(work, unit, dealer, *spec, subject)) break;
      if (!spec && options.seconds && index > 1000 && unit.count.asked == 0) break;
    }
  }
  unit.read_through_values = subject.read_weights_through_values();
}

void run_unit(Work& work, Unit& unit, double share_of_seconds) {
  try {
    require_not_stopped(work);
    deal_cases(work, unit, work.backend.fresh(), share_of_seconds);
  } catch (const lost_error& lost) {
    // Cases that went well before are too few to say that the law holds.
    if (unit.count.violated == 0) unit.count = {};
    unit.lost = on_one_line(lost.what(), 400);
  } catch (const RunOver& over) {
    unit.lost = over.why;
    const std::lock_guard lock(work.telling);
    work.over = over.why;
  }
}

std::vector<Unit> units_of(const CheckOptions& options, const AnyBackend& backend) {
  std::vector<const Law*> chosen;
  for (const std::string& id : options.laws) {
    const Law* law = law_named(id);
    if (!law) throw problem_error(fmt::format("law: expected an id that `attnref laws` lists, found '{}'", id));
    if (std::find(chosen.begin(), chosen.end(), law) == chosen.end()) chosen.push_back(law);
  }
  if (options.replay) {
    chosen = {law_named(options.replay->law)};
    if (!chosen[0])
      throw problem_error(
          fmt::format("replay: law: expected an id that `attnref laws` lists, found '{}'", options.replay->law));
  } else if (options.laws.empty()) {
    for (const Law& law : laws()) chosen.push_back(&law);
  }
  const std::vector<Dtype> dtypes = options.replay ? std::vector{options.replay->dtype} : options.dtypes;
  std::vector<Unit> units;
  for (const Law* law : chosen) {
    for (const Dtype dtype : dtypes) {
      if (backend.describe().takes(dtype)) units.push_back({.law = law, .dtype = dtype});
    }
  }
  if (units.empty()) throw problem_error("dtype: the back end takes none of the dtypes asked for");
  return units;
}

void run_all(Work& work, std::vector<Unit>& units) {
  const std::size_t jobs =
      work.backend.can_be_copied() ? std::clamp<std::size_t>(work.options.jobs, 1, units.size()) : 1;
  const double share = work.options.seconds.value_or(0) * static_cast<double>(jobs) / static_cast<double>(units.size());
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  const auto work_off = [&] {
    for (std::size_t i = next++; i < units.size(); i = next++) {
      run_unit(work, units[i], share);
      const std::size_t done = ++work.laws_done;
      if (!work.options.progress) continue;
      const std::lock_guard lock(work.telling);
      work.options.progress(units[i].law->id, done, units.size());
    }
  };
  // An error of one thread's is everybody's: the others find no more work, and it is thrown where it is expected.
  const auto worker = [&] {
    try {
      work_off();
    } catch (...) {
      next = units.size();
      const std::lock_guard lock(work.telling);
      error = std::current_exception();
    }
  };
  run_on_threads(jobs, worker);
  if (error) std::rethrow_exception(error);
}

void add(Count& sum, const Count& count) {
  sum.asked += count.asked;
  sum.judged += count.judged;
  sum.violated += count.violated;
  sum.unsupported += count.unsupported;
}

/// A dtype that the back end does not support throughout says nothing; each of the others must be judged in a tenth of
/// the cases asked, and at least one.
Verdict verdict_of(const std::map<Dtype, Count>& by_dtype) {
  bool supported = false, judged = true;
  for (const auto& [dtype, count] : by_dtype) {
    if (count.asked > 0 && count.unsupported == count.asked) continue;
    supported = true;
    judged = judged && count.judged > 0 && count.judged * 10 >= count.asked;
  }
  const bool violated =
      std::any_of(by_dtype.begin(), by_dtype.end(), [](const auto& d) { return d.second.violated > 0; });
  if (violated) return Verdict::violated;
  if (!supported) return Verdict::unsupported;
  return judged ? Verdict::holds : Verdict::not_run;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Adds a unit to its law's report; `powers` are the resolving powers of all its dtypes.
void merge(LawReport& law, Unit& unit, std::vector<double>& powers) {
  law.by_dtype[unit.dtype] = unit.count;
  add(law.count, unit.count);
  law.worst_ratio = std::max(law.worst_ratio, unit.worst_ratio);
  powers.insert(powers.end(), unit.powers.begin(), unit.powers.end());
  if (!unit.reason.empty()) law.reason = unit.reason;
  if (!unit.lost.empty()) law.lost = unit.lost;
  if (unit.counterexample && !law.counterexample) law.counterexample = std::move(unit.counterexample);
}

void conclude(LawReport& law, std::vector<double>& powers) {
  law.verdict = verdict_of(law.by_dtype);
  // Nothing is said of a law that the run ended within, but what it was violated by.
  if (law.verdict != Verdict::violated && !law.lost.empty()) law.verdict = Verdict::not_run;
  if (!powers.empty()) law.resolving_power = median(powers);
  powers.clear();
  if (law.verdict == Verdict::violated) law.reason = law.counterexample->reason;
  if (law.verdict == Verdict::violated && !law.exception.empty()) {
    law.verdict = Verdict::excepted;
    law.reason = law.exception;
  }
  if (law.verdict == Verdict::holds) law.reason.clear();
  if (law.verdict == Verdict::not_run && !law.lost.empty()) {
    law.reason = law.lost;
  } else if (law.verdict == Verdict::not_run && law.count.asked == 0) {
    law.reason = "no case of its hypotheses has sizes that the back end takes";
  } else if (law.verdict == Verdict::not_run) {
    law.reason = fmt::format("{} of {} cases judged: the bound said too little", law.count.judged, law.count.asked);
  }
}

void require_exceptions_of_laws(const CheckOptions& options) {
  for (const auto& [id, reason] : options.exceptions) {
    if (!law_named(id)) {
      throw problem_error(
          fmt::format("exceptions: expected ids that `attnref laws` lists, found '{}'", on_one_line(id, 80)));
    }
    if (reason.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw problem_error(fmt::format("exceptions: {}: expected a reason, found none", id));
    }
  }
}

/// The user's reason where the law is on the list.
std::string exception_of(std::string_view law, const CheckOptions& options) {
  const auto found = options.exceptions.find(std::string(law));
  return found == options.exceptions.end() ? "" : on_one_line(found->second, 400);
}

/// A profile that speaks of none of the dtypes would be passed over without a word.
void require_profile_of_a_dtype(const CheckOptions& options) {
  if (options.profile.empty()) return;
  const auto profile = profile_named(options.profile);
  if (!profile) {
    throw problem_error(
        fmt::format("profile: expected a name that error_bound.hpp lists, found '{}'", options.profile));
  }
  const auto& dtypes = options.dtypes;
  if (!options.replay && std::find(dtypes.begin(), dtypes.end(), profile->output) == dtypes.end()) {
    throw problem_error(fmt::format("profile: expected one of a dtype that is checked, found '{}', of {}",
                                    options.profile, name_of(profile->output)));
  }
}

}  // namespace

Report check(const AnyBackend& backend, const CheckOptions& options) {
  require_meant(backend.describe());
  require_profile_of_a_dtype(options);
  require_exceptions_of_laws(options);
  if (options.max_length == 0) throw problem_error("max_length: expected at least 1, found 0");
  std::vector<Unit> units = units_of(options, backend);
  const auto start = Clock::now();
  const auto end = start + duration_of(options.seconds.value_or(0) + options.most_seconds);
  Work work{.backend = backend, .options = options, .start = start, .end = end, .telling = {}, .over = {}};
  run_all(work, units);
  const Ending ending = backend.end();

  Report report;
  report.failed_at_end = on_one_line(ending.failure, 400);
  for (const std::string& note : ending.notes) report.notes.push_back(on_one_line(note, 400));
  report.backend = on_one_line(backend.describe().name, 200);
  report.version = on_one_line(backend.describe().version, 200);
  report.seed = options.seed;
  report.replayed = options.replay.has_value();
  std::vector<double> powers;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Law& law = *units[i].law;
    if (i == 0 || units[i - 1].law != units[i].law) {
      report.laws.push_back(
          {.id = std::string(law.id), .title = std::string(law.title), .exact = law.exactness == Exactness::exact});
      report.laws.back().exception = exception_of(law.id, options);
    }
    merge(report.laws.back(), units[i], powers);
    report.weights_read_through_values |= units[i].read_through_values;
    if (i + 1 == units.size() || units[i + 1].law != units[i].law) conclude(report.laws.back(), powers);
  }
  for (const Unit& unit : units) {
    if (unit.count.judged == 0) continue;
    report.profiles[unit.dtype] = Subject(backend, unit.dtype, options.profile).profile().name;
  }
  report.ended_early = work.over;
  report.seconds = std::chrono::duration<double>(Clock::now() - work.start).count();
  return report;
}

}  // namespace attnref
