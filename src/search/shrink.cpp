#include "search/shrink.hpp"

#include "judging/seen_answer.hpp"
#include "search/judge_case.hpp"
#include "search/walk.hpp"

#include <algorithm>
#include <utility>

namespace attnref {
namespace {

/// Where each case takes long, as one that hangs, the first laws' cases are made small and the others' nearly so.
double seconds_to_shrink(const Run& run) {
  return run.shrinking < run.options.shrink_seconds_in_all ? run.options.shrink_seconds
                                                           : run.options.shrink_seconds / 10;
}

/// The smallest case until now, and how many steps it is from the first.
struct Smallest {
  Spec spec;
  Judgement judgement;
  std::size_t steps = 0;
};

void make_smaller(Run& run, Unit& unit, const CaseGenerator& generator, double until, Smallest& smallest,
                  Subject& subject) {
  // A case that would not be over in time is not begun.
  const auto is_in_time = [&](const Spec& spec) {
    return run.now() + unit.pace.seconds_for(cost_of(spec, subject.describe())) < until;
  };
  std::size_t tries = run.options.shrink_tries;
  walk_smaller(generator, Spec(smallest.spec), [&](const Spec& spec) {
    if (tries == 0) return Tried::out_of_budget;
    if (!is_in_time(spec)) return Tried::not_violated;
    --tries;
    Judgement again = judge_case(run, unit, spec, subject);
    if (!is_violated(again)) return Tried::not_violated;
    smallest = {spec, std::move(again), smallest.steps + 1};
    return Tried::violated;
  });
}

}  // namespace

Counterexample shrunk(Run& run, Unit& unit, const CaseGenerator& generator, const Spec& first,
                      const Judgement& judgement, Subject& subject) {
  Counterexample example;
  Smallest smallest{first, judgement};
  const double begin = run.now();
  try {
    // A violation that does not repeat is reported with what was seen first, and is not shrunk.
    const double budget = seconds_to_shrink(run);
    example.flaky = !is_violated(judge_case(run, unit, first, subject));
    const double until = std::min(run.end, run.now() + budget);
    if (!example.flaky) make_smaller(run, unit, generator, until, smallest, subject);
  } catch (const lost_error&) {
    // The smallest case until then is reported.
  } catch (const RunOver&) {
    // Likewise.
  }
  example.problem = unit.law->draw(smallest.spec);
  example.spec = smallest.spec;
  example.first = first;
  example.shrinks = smallest.steps;
  example.reason = smallest.judgement.reason;
  example.worst = smallest.judgement.worst;
  example.answers = seen_answers(smallest.judgement.calls, example.problem, subject.profile(), violating(example));
  run.shrinking = run.shrinking + (run.now() - begin);
  return example;
}

}  // namespace attnref
