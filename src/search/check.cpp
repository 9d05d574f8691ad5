// Attacks a backend with the laws. The only file of the product that includes rapidcheck: its generators supply the
// random choices and its shrink trees the smaller cases, walked here with budgets of count and time. rc::check itself
// is not used: it prints, reads the environment, and is not safe with threads.
#include "attnref/check.hpp"

#include "documents/profile.hpp"
#include "generators/random.hpp"
#include "judging/seen_answer.hpp"
#include "problem/one_line.hpp"
#include "problem/run_on_threads.hpp"
#include "search/cost.hpp"
#include "search/deal.hpp"
#include "search/declared.hpp"
#include "search/verdict.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>

namespace attnref {
namespace {

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

bool is_violated(const Judgement& judgement) { return judgement.outcome == Judgement::Outcome::violated; }

Judgement judge(const Law& law, const Spec& spec, Subject& subject) {
  Comparison comparison;
  subject.begin_case();
  bool failed_after = false;
  try {
    law.judge(spec, law.draw(spec), subject, comparison);
  } catch (CaseEnded& ended) {
    // What was compared before counts only if it was already a violation, which then is the finding.
    failed_after = is_violated(comparison.judgement());
    if (!failed_after) comparison.judgement() = std::move(ended.judgement);
  }
  Judgement judgement = std::move(comparison.judgement());
  if (!is_violated(judgement)) return judgement;
  judgement.calls = subject.calls();
  if (failed_after) std::erase_if(judgement.calls, [](const auto& call) { return !call->failure.empty(); });
  return judgement;
}

/// Seconds since some moment.
double seconds_now(const CheckOptions& options) {
  if (options.clock) return options.clock();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What all units of work share.
struct Work {
  const AnyBackend& backend;
  const CheckOptions& options;
  const std::optional<Profile> profile;  ///< the user's
  double start, end;                     ///< of the whole run
  std::mutex telling;                    ///< options.progress and options.found are called by one thread at a time
  std::atomic<std::size_t> laws_done{0};
  std::atomic<double> shrinking{0};  ///< seconds spent on it
  std::string over;                  ///< why the run ended before all cases were judged; guarded by `telling`

  double now() const { return seconds_now(options); }
};

/// Thrown where no further case may begin.
struct RunOver {
  std::string why;
};

void require_not_stopped(const Work& work) {
  if (work.options.stop && *work.options.stop) throw RunOver{"interrupted"};
}

void require_time_left(const Work& work) {
  if (work.now() < work.end) return;
  throw RunOver{fmt::format("the time for the whole run was over, after {:g} s", work.end - work.start)};
}

/// One law in one dtype.
struct Unit {
  const Law* law;
  Dtype dtype;
  Count count;
  double worst_ratio = 0;
  std::vector<double> powers;
  std::size_t mostly_mute = 0;  ///< cases that were judged, most of their bounds saying nothing
  Refusals refusals;            ///< why cases were unsupported
  std::string undrawn;          ///< why no case was asked
  bool undeclared = false;
  Pace pace;
  Sizes largest;     ///< that were judged
  std::string lost;  ///< why no more could be asked; empty where everything was
  bool read_through_values = false;
  std::optional<Counterexample> counterexample;
};

/// Where each case takes long, as one that hangs, the first laws' cases are made small and the others' nearly so.
double seconds_to_shrink(const Work& work) {
  return work.shrinking < work.options.shrink_seconds_in_all ? work.options.shrink_seconds
                                                             : work.options.shrink_seconds / 10;
}

/// Judges a case, and learns how long such cases take, unless the run is stopped meanwhile: programs are ended then,
/// which is no fault of theirs.
Judgement timed(const Work& work, Unit& unit, const Spec& spec, Subject& subject) {
  const double start = work.now();
  Judgement judgement = judge(*unit.law, spec, subject);
  require_not_stopped(work);
  unit.pace.note(cost_of(spec, subject.describe()), work.now() - start);
  return judgement;
}

Counterexample shrunk(Work& work, Unit& unit, const Dealer& dealer, const Spec& first, const Judgement& judgement,
                      Subject& subject) {
  Counterexample example;
  example.unshrunk = to_string(first);
  Spec smallest = first;
  Judgement found = judgement;
  const double begin = work.now();
  try {
    // A violation that does not repeat is reported with what was seen first, and is not shrunk.
    const double budget = seconds_to_shrink(work);
    example.flaky = !is_violated(timed(work, unit, first, subject));
    const double until = std::min(work.end, work.now() + budget);
    // A case that would not be over in time is not begun.
    const auto is_in_time = [&](const Spec& spec) {
      return work.now() + unit.pace.seconds_for(cost_of(spec, subject.describe())) < until;
    };
    std::size_t tries = example.flaky ? 0 : work.options.shrink_tries;
    rc::Shrinkable<Spec> node = with_smaller(dealer, first);
    for (bool smaller = true; smaller;) {
      smaller = false;
      auto shrinks = node.shrinks();
      for (auto next = shrinks.next(); next && tries > 0; next = shrinks.next()) {
        if (!is_in_time(next->value())) continue;
        --tries;
        Judgement again = timed(work, unit, next->value(), subject);
        if (!is_violated(again)) continue;
        smallest = next->value();
        found = std::move(again);
        node = *next;
        ++example.shrinks;
        smaller = true;
        break;
      }
    }
  } catch (const lost_error&) {
    // The smallest case until then is reported.
  } catch (const RunOver&) {
    // Likewise.
  }
  example.problem = unit.law->draw(smallest);
  example.replay = to_string(smallest);
  example.reason = found.reason;
  example.worst = found.worst;
  example.answers = seen_answers(found.calls, example.problem, subject.profile(), violating(example));
  work.shrinking = work.shrinking + (work.now() - begin);
  return example;
}

/// Makes `largest` hold each size of the Spec too.
void include(Sizes& largest, const Spec& spec) {
  for (const auto size : {&Sizes::t_q, &Sizes::t_k, &Sizes::d_k, &Sizes::d_v}) {
    largest.*size = std::max(largest.*size, spec.sizes.*size);
  }
  if (spec.projected) largest.d_model = std::max(largest.d_model, spec.sizes.d_model);
}

/// Counts one case; true if the unit should go on.
bool run_case(Work& work, Unit& unit, const Dealer& dealer, const Spec& spec, Subject& subject) {
  require_time_left(work);
  const Judgement judgement = timed(work, unit, spec, subject);
  ++unit.count.asked;
  switch (judgement.outcome) {
    case Judgement::Outcome::mute:
      return true;
    case Judgement::Outcome::unsupported:
      ++unit.count.unsupported;
      ++unit.refusals[judgement.reason];
      return true;
    case Judgement::Outcome::passed:
    case Judgement::Outcome::violated:
      break;
  }
  ++unit.count.judged;
  include(unit.largest, spec);
  unit.worst_ratio = std::max(unit.worst_ratio, judgement.worst_ratio);
  if (judgement.power > 0) unit.powers.push_back(judgement.power);
  unit.mostly_mute += judgement.mute > judgement.bounded;
  if (!is_violated(judgement)) return true;
  ++unit.count.violated;
  if (!unit.counterexample) {
    if (work.options.found) {
      const std::lock_guard lock(work.telling);
      work.options.found(unit.law->id, to_string(spec), judgement.reason);
    }
    unit.counterexample = shrunk(work, unit, dealer, spec, judgement, subject);
  }
  return !work.options.first_violation_only;
}

/// The largest case that is replayed, where search draws none so large.
Spec largest_replayed() {
  Spec spec;
  spec.projected = false;
  spec.sizes.t_q = spec.sizes.t_k = 2048;
  spec.sizes.d_k = spec.sizes.d_v = 64;
  return spec;
}

void require_affordable(const Spec& spec, const Capabilities& capabilities) {
  const Spec largest = largest_replayed();
  const double times = share_of_most(cost_of(spec, capabilities)) / share_of_most(cost_of(largest, capabilities));
  if (times <= 1) return;
  throw problem_error(fmt::format(
      "replay: sizes: expected a case that costs no more than {} queries by {} keys at d_k = d_v = {}, found one that "
      "costs {:.3g} times as much",
      largest.sizes.t_q, largest.sizes.t_k, largest.sizes.d_k, times));
}

void replay_case(Work& work, Unit& unit, const Dealer& dealer, Subject& subject) {
  const Spec& spec = *work.options.replay;
  require_affordable(spec, subject.describe());
  if (!dealer.fits(spec)) throw problem_error(dealer.refusal(spec));
  run_case(work, unit, dealer, spec, subject);
}

/// Whether the unit's cases have cost what so many may: few large ones, or many small ones.
bool is_spent(const CheckOptions& options, const Unit& unit, double operations) {
  return unit.count.asked >= fewest_judged &&
         operations > static_cast<double>(options.cases) * most_operations_on_average;
}

void ask_cases(Work& work, Unit& unit, const Dealer& dealer, Subject& subject, double share_of_seconds) {
  const CheckOptions& options = work.options;
  const rc::Random root(options.seed);
  rc::Random random = root;
  const double until = work.now() + share_of_seconds;
  double operations = 0;
  // Deals that fit nothing are not cases; there is an end to them too.
  const std::size_t most_deals = options.seconds ? ~std::size_t{0} : 4 * options.cases;
  for (std::size_t index = 0; index < most_deals; ++index) {
    if (options.seconds ? work.now() >= until : unit.count.asked >= options.cases) break;
    if (!options.seconds && is_spent(options, unit, operations)) break;
    const auto spec = case_generator(dealer, index)(random.split(), rc::kNominalSize).value();
    if (spec) operations += cost_of(*spec, subject.describe()).operations;
    if (spec && !run_case(work, unit, dealer, *spec, subject)) break;
    if (!spec && options.seconds && index > 1000 && unit.count.asked == 0) break;
  }
}

void run_cases(Work& work, Unit& unit, const AnyBackend& backend, double share_of_seconds) {
  const CheckOptions& options = work.options;
  const Capabilities& capabilities = backend.describe();
  for (const Feature need : unit.law->needs.without(capabilities.features)) {
    unit.undeclared = true;
    unit.undrawn = fmt::format("needs {}", name_of(need));
    return;
  }
  const Dealer dealer(*unit.law, unit.dtype, capabilities, options.seed, options.max_length);
  Subject subject(backend, unit.dtype, work.profile);
  if (options.replay) {
    replay_case(work, unit, dealer, subject);
  } else if (dealer.all_cost_too_much()) {
    unit.undrawn = "the constraints allow only sizes beyond what a case may cost";
  } else {
    ask_cases(work, unit, dealer, subject, share_of_seconds);
    if (unit.count.asked == 0) unit.undrawn = "no case of its hypotheses has sizes that the backend takes";
  }
  unit.read_through_values = subject.read_weights_through_values();
}

void run_unit(Work& work, Unit& unit, double share_of_seconds) {
  try {
    require_not_stopped(work);
    run_cases(work, unit, work.backend.fresh(), share_of_seconds);
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
  if (units.empty()) throw problem_error("dtype: the backend takes none of the dtypes asked for");
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

std::vector<LawReport> reports_of(std::vector<Unit>& units, const CheckOptions& options) {
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
void add_profiles(Report& report, const std::vector<Unit>& units, const Work& work) {
  std::map<Dtype, std::vector<double>> powers;
  for (const Unit& unit : units) {
    if (unit.count.judged == 0) continue;
    const Profile profile = Subject(work.backend, unit.dtype, work.profile).profile();
    report.profiles[unit.dtype] = profile.name;
    if (!profile_named(profile.name)) report.own_profiles[unit.dtype] = profile;
    std::vector<double>& all = powers[unit.dtype];
    all.insert(all.end(), unit.powers.begin(), unit.powers.end());
    // What few comparisons of such a case resolved would speak for all that none of them looked at.
    all.insert(all.end(), unit.mostly_mute, 0.0);
  }
  for (const auto& [dtype, all] : powers) {
    if (!all.empty()) report.resolving_power[dtype] = median(all);
  }
}

/// What was asked of all laws together.
void add_reach(Report& report, const std::vector<Unit>& units, const Work& work) {
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
  report.constraints = work.backend.describe().constraints;
  if (report.replayed) return;
  const Unit& any = units.front();
  report.lengths_ruled_out =
      Dealer(*any.law, any.dtype, work.backend.describe(), work.options.seed, work.options.max_length)
          .lengths_ruled_out();
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

std::optional<Profile> profile_of_text(const std::string& text) {
  if (!text.starts_with('{')) return profile_named(text);
  try {
    return profile_of_json(text);
  } catch (const std::invalid_argument& error) {
    throw problem_error(fmt::format("profile: {}", error.what()));
  }
}

/// The user's profile. One that speaks of none of the dtypes would be passed over without a word.
std::optional<Profile> profile_asked_for(const CheckOptions& options) {
  if (options.profile.empty()) return std::nullopt;
  const auto profile = profile_of_text(options.profile);
  if (!profile) {
    throw problem_error(
        fmt::format("profile: expected a name that error_bound.hpp lists, found '{}'", options.profile));
  }
  const auto& dtypes = options.dtypes;
  if (!options.replay && std::find(dtypes.begin(), dtypes.end(), profile->output) == dtypes.end()) {
    throw problem_error(fmt::format("profile: expected one of a dtype that is checked, found '{}', of {}",
                                    options.profile, name_of(profile->output)));
  }
  return profile;
}

}  // namespace

Report check(const AnyBackend& backend, const CheckOptions& options) {
  require_meant(backend.describe());
  if (options.profile.empty()) require_no_wide_profile(backend.describe());
  require_exceptions_of_laws(options);
  if (options.max_length == 0) throw problem_error("max_length: expected at least 1, found 0");
  const std::optional<Profile> profile = profile_asked_for(options);
  std::vector<Unit> units = units_of(options, backend);
  const double start = seconds_now(options), end = start + options.seconds.value_or(0) + options.most_seconds;
  Work work{.backend = backend,
            .options = options,
            .profile = profile,
            .start = start,
            .end = end,
            .telling = {},
            .over = {}};
  run_all(work, units);
  const Ending ending = backend.end();

  Report report;
  report.failed_at_end = on_one_line(ending.failure, 400);
  for (const std::string& note : ending.notes) report.notes.push_back(on_one_line(note, 400));
  report.backend = on_one_line(backend.describe().name, 200);
  report.version = on_one_line(backend.describe().version, 200);
  report.seed = options.seed;
  report.replayed = options.replay.has_value();
  report.require_judged = options.require_judged;
  add_reach(report, units, work);
  add_profiles(report, units, work);
  report.laws = reports_of(units, options);
  report.ended_early = work.over;
  report.seconds = work.now() - work.start;
  return report;
}

}  // namespace attnref
