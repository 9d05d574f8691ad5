#include "search/judge_case.hpp"

#include <utility>
#include <vector>

namespace attnref {
namespace {

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

}  // namespace

bool is_violated(const Judgement& judgement) { return judgement.outcome == Judgement::Outcome::violated; }

Judgement judge_case(const Run& run, Unit& unit, const Spec& spec, Subject& subject) {
  const double start = run.now();
  Judgement judgement = judge(*unit.law, spec, subject);
  require_not_stopped(run);
  unit.pace.note(cost_of(spec, subject.describe()), run.now() - start);
  return judgement;
}

}  // namespace attnref
