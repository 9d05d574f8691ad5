#include "cli/check.hpp"

#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/usage.hpp"
#include "reports/json.hpp"
#include "reports/text.hpp"

#include <fmt/format.h>

namespace attnref::cli {
namespace {

/// What a line that replays a case begins with.
std::string command_of(const CheckVerb& verb) {
  std::string command = "attnref check";
  command += options_of(verb.back_end);
  if (!verb.options.profile.empty()) command += " --profile " + verb.options.profile;
  return command;
}

/// Names the first case of a violation at once: making it smaller takes time, and may be interrupted.
void tell_findings(CheckOptions& options, Channel& err) {
  options.found = [&err, seed = options.seed](std::string_view law, const std::string& spec,
                                              const std::string& reason) {
    clear_progress(err);
    err.stream << found_text(law, spec, reason, seed) << std::flush;
  };
}

Report replayed(CheckVerb& verb, const AnyBackend& backend) {
  verb.options.dtypes = {verb.options.replay->dtype};
  // The case as it is, not a smaller one.
  verb.options.shrink_tries = 0;
  return attnref::check(backend, verb.options);
}

}  // namespace

int check(CheckVerb verb, Console& console) {
  const AnyBackend backend = back_end(verb.back_end);
  if (verb.options.jobs == 0) verb.options.jobs = verb.back_end.is_foreign() ? 1 : default_jobs();
  if (verb.options.dtypes.empty()) verb.options.dtypes = backend.describe().dtypes;
  require_deliverable("--json", verb.json);
  keep_blas_to_one_thread();
  Channel& table = table_channel(verb.json, console);
  std::string text;
  Report report;
  if (verb.options.replay) {
    report = replayed(verb, backend);
    const Spec& spec = *verb.options.replay;
    text = replay_text(report, law_named(spec.law)->draw(spec), table.style);
  } else {
    verb.options.progress = progress_on(console.err);
    tell_findings(verb.options, console.err);
    report = attnref::check(backend, verb.options);
    text = report_text(report, command_of(verb), table.style);
  }
  if (!verb.json.empty()) deliver(report_json(report), "--json", verb.json, console);
  table.stream << text << std::flush;
  return report.exit_code();
}

}  // namespace attnref::cli
