#include "search/run_unit.hpp"

#include "problem/one_line.hpp"
#include "search/judge_case.hpp"
#include "search/shrink.hpp"
#include "search/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

/// Makes `largest` hold each size of the Spec too.
void include(Sizes& largest, const Spec& spec) {
  for (const auto size : {&Sizes::t_q, &Sizes::t_k, &Sizes::d_k, &Sizes::d_v}) {
    largest.*size = std::max(largest.*size, spec.sizes.*size);
  }
  if (spec.projected) largest.d_model = std::max(largest.d_model, spec.sizes.d_model);
}

/// Counts one case; true if the unit should go on.
bool run_case(Run& run, Unit& unit, const CaseGenerator& generator, const Spec& spec, Subject& subject) {
  require_time_left(run);
  const Judgement judgement = judge_case(run, unit, spec, subject);
  ++unit.count.asked;
  switch (judgement.outcome) {
    case Judgement::Outcome::inconclusive:
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
  unit.mostly_inconclusive += judgement.inconclusive > judgement.bounded;
  if (!is_violated(judgement)) return true;
  ++unit.count.violated;
  if (!unit.counterexample) {
    if (run.options.found) {
      const std::lock_guard lock(run.telling);
      run.options.found(unit.law->id, spec, judgement.reason);
    }
    unit.counterexample = shrunk(run, unit, generator, spec, judgement, subject);
  }
  return !run.options.first_violation_only;
}

/// The largest case that is replayed, where search generates none so large.
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

void replay_case(Run& run, Unit& unit, const CaseGenerator& generator, Subject& subject) {
  const Spec& spec = *run.options.replay;
  require_affordable(spec, subject.describe());
  if (!generator.fits(spec)) throw problem_error(generator.refusal(spec));
  run_case(run, unit, generator, spec, subject);
}

/// Whether the unit's cases have cost what so many may: few large ones, or many small ones.
bool is_spent(const CheckOptions& options, const Unit& unit, double operations) {
  return unit.count.asked >= fewest_judged &&
         operations > static_cast<double>(options.cases) * most_operations_on_average;
}

void ask_cases(Run& run, Unit& unit, const CaseGenerator& generator, Subject& subject, double share_of_seconds) {
  const CheckOptions& options = run.options;
  CaseSequence cases(generator, options.seed);
  const double until = run.now() + share_of_seconds;
  double operations = 0;
  // Choices that fit nothing are no cases; there is an end to them too.
  const std::size_t most_choices = options.seconds ? ~std::size_t{0} : 4 * options.cases;
  while (cases.count() < most_choices) {
    if (options.seconds ? run.now() >= until : unit.count.asked >= options.cases) break;
    if (!options.seconds && is_spent(options, unit, operations)) break;
    const auto spec = cases.next();
    if (spec) operations += cost_of(*spec, subject.describe()).operations;
    if (spec && !run_case(run, unit, generator, *spec, subject)) break;
    if (!spec && options.seconds && cases.count() > 1001 && unit.count.asked == 0) break;
  }
}

void run_cases(Run& run, Unit& unit, const AnyBackend& backend, double share_of_seconds) {
  const CheckOptions& options = run.options;
  const Capabilities& capabilities = backend.describe();
  for (const Feature need : unit.law->needs.without(capabilities.features)) {
    unit.undeclared = true;
    unit.undrawn = fmt::format("needs {}", name_of(need));
    return;
  }
  const CaseGenerator generator(*unit.law, unit.dtype, capabilities, options.seed, options.max_length);
  Subject subject(backend, unit.dtype, run.profile);
  if (options.replay) {
    replay_case(run, unit, generator, subject);
  } else if (generator.all_cost_too_much()) {
    unit.undrawn = "the constraints allow only sizes beyond what a case may cost";
  } else {
    ask_cases(run, unit, generator, subject, share_of_seconds);
    if (unit.count.asked == 0) unit.undrawn = "no case of its hypotheses has sizes that the backend takes";
  }
  unit.read_through_values = subject.read_weights_through_values();
}

}  // namespace

void run_unit(Run& run, Unit& unit, double share_of_seconds) {
  try {
    require_not_stopped(run);
    run_cases(run, unit, run.backend.fresh(), share_of_seconds);
  } catch (const lost_error& lost) {
    // Cases that went well before are too few to say that the law holds.
    if (unit.count.violated == 0) unit.count = {};
    unit.lost = on_one_line(lost.what(), 400);
  } catch (const RunOver& over) {
    unit.lost = over.why;
    const std::lock_guard lock(run.telling);
    run.over = over.why;
  }
}

}  // namespace attnref
