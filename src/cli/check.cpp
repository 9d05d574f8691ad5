#include "cli/check.hpp"

#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/usage.hpp"
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

std::string text_of(const Report& report, const CheckOptions& options, const std::string& command,
                    const HeatMapStyle& style, const SavedFiles& saved) {
  if (!options.replay) return report_text(report, command, style, saved);
  return replay_text(report, law_named(options.replay->law)->draw(*options.replay), style);
}

}  // namespace

int check(CheckVerb verb, Console& console) {
  // Before a program is started, which may take long.
  require_deliverable(verb.documents);
  const AnyBackend backend = back_end(verb.back_end);
  if (verb.options.jobs == 0) verb.options.jobs = verb.back_end.is_foreign() ? 1 : default_jobs();
  if (verb.options.dtypes.empty()) verb.options.dtypes = backend.describe().dtypes;
  keep_blas_to_one_thread();
  Channel& table = verb.documents.take_stdout() ? console.err : console.out;
  Report report;
  if (verb.options.replay) {
    report = replayed(verb, backend);
  } else {
    verb.options.progress = progress_on(console.err);
    tell_findings(verb.options, console.err);
    report = attnref::check(backend, verb.options);
  }
  const std::string command = command_of(verb);
  const SavedFiles saved = save_counterexamples(report, verb.documents.save);
  deliver(verb.documents, report, command, console);
  table.stream << text_of(report, verb.options, command, table.style, saved) << std::flush;
  return report.exit_code();
}

}  // namespace attnref::cli
