#include "cli/check.hpp"

#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/signals.hpp"
#include "cli/usage.hpp"
#include "reports/text.hpp"
#include "reports/text_counterexample.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

namespace attnref::cli {
namespace {

/// What a line that replays a case begins with.
std::string command_of(const CheckVerb& verb) {
  std::string command = "attnref check";
  command += options_of(verb.backend);
  const std::string& profile = verb.options.profile;
  if (!profile.empty()) command += " --profile " + (profile_named(profile) ? profile : shell_quoted(profile));
  return command;
}

/// One line of progress, with how many laws and dtypes are violated until then.
void show_progress(CheckOptions& options, std::shared_ptr<std::size_t> violated, Channel& err) {
  const Progress progress = progress_on(err);
  if (!progress) return;
  options.progress = [progress, violated](std::string_view law, std::size_t done, std::size_t total) {
    progress(*violated == 0 ? std::string(law) : fmt::format("{} violated, {}", *violated, law), done, total);
  };
}

/// Counts the violations and, where the user wants to see them, names the first case of each at once: making it smaller
/// takes time, and may be interrupted.
void follow_search(CheckVerb& verb, Channel& err) {
  const auto violated = std::make_shared<std::size_t>(0);
  show_progress(verb.options, violated, err);
  verb.options.found = [&err, violated, verbose = verb.verbose, seed = verb.options.seed](
                           std::string_view law, const Spec& spec, const std::string& reason) {
    ++*violated;
    if (!verbose) return;
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

/// Puts each violation again, alone, to a program that is started for it, as its replay line will: one that takes the
/// calls before it, as a stale buffer does, is no finding that the line can show. The most telling first, while there
/// is time.
void repeat_alone(Report& report, const CheckVerb& verb) {
  constexpr double seconds = 5;
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&] {
    return std::chrono::steady_clock::now() - start > std::chrono::duration<double>(seconds);
  };
  for (const LawReport* telling : most_telling_first(report)) {
    Counterexample& example = *report.laws[static_cast<std::size_t>(telling - report.laws.data())].counterexample;
    if (example.flaky) continue;
    if (is_over() || is_stopped()) return;
    CheckVerb again = verb;
    again.options.replay = example.spec;
    again.options.exceptions.clear();
    again.options.found = nullptr;
    again.options.progress = nullptr;
    try {
      example.flaky = replayed(again, backend_of(again.backend)).count(Verdict::holds) > 0;
    } catch (const no_hello_error&) {
      return;
    }
  }
}

/// A signal stops it early: what was judged until then is reported.
Report searched(CheckVerb& verb, const AnyBackend& backend, Channel& err) {
  const FinishAfterSignal finish;
  verb.options.stop = &finish.stopped();
  follow_search(verb, err);
  Report report = attnref::check(backend, verb.options);
  clear_progress(err);
  if (verb.backend.is_foreign()) repeat_alone(report, verb);
  return report;
}

std::string text_of(const Report& report, const CheckVerb& verb, const std::string& command, const HeatMapStyle& style,
                    const SavedFiles& saved) {
  const std::optional<Spec>& replay = verb.options.replay;
  if (replay) return replay_text(report, law_of(*replay).draw(*replay), style);
  return report_text(report, ReplayHint::by_command(command), style, verb.verbose ? Detail::full : Detail::brief,
                     saved);
}

}  // namespace

int check(CheckVerb verb, Console& console) {
  // Before a program is started, which may take long.
  require_deliverable(verb.documents);
  const AnyBackend backend = backend_of(verb.backend);
  if (verb.options.jobs == 0) verb.options.jobs = verb.backend.is_foreign() ? 1 : default_jobs();
  if (verb.options.dtypes.empty()) verb.options.dtypes = backend.describe().dtypes;
  if (!verb.backend.is_foreign()) keep_blas_to_one_thread(verb.options.jobs);
  Channel& table = verb.documents.take_stdout() ? console.err : console.out;
  Report report = verb.options.replay ? replayed(verb, backend) : searched(verb, backend, console.err);
  const std::string command = command_of(verb);
  // What can't be written must not cost the verdicts, which may have taken long, nor what else is to be written.
  const Delivery delivery(verb.documents, report, command);
  table.stream << text_of(report, verb, command, table.style, delivery.saved()) << std::flush;
  delivery.finish(console);
  return report.exit_code();
}

}  // namespace attnref::cli
