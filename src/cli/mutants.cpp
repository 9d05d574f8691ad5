#include "cli/mutants.hpp"

#include "attnref/law.hpp"
#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "mutation/mutant.hpp"
#include "mutation/json_mutants.hpp"
#include "mutation/text_mutants.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

namespace attnref::cli {
namespace {

int list(const MutantsVerb& verb, Console& console) {
  // The document says all that the list says.
  if (verb.json != "-") console.out.stream << mutant_list_text(attnref::mutants()) << std::flush;
  if (!verb.json.empty()) deliver(mutant_list_json(attnref::mutants()), "--json", verb.json, console);
  return 0;
}

std::string plural(double count, std::string_view one) {
  return fmt::format("{:.0f} {}{}", count, one, std::lround(count) == 1 ? "" : "s");
}

/// What a run of the default cases took on one thread, on one x86-64 machine; others are a few times slower or faster.
constexpr double measured_seconds = 200;

/// How long the run takes, roughly: time goes with the cases, and threads share it.
std::string announcement(const MatrixOptions& options) {
  const double share = static_cast<double>(options.cases) / static_cast<double>(MatrixOptions{}.cases);
  const double minutes = measured_seconds * share / static_cast<double>(options.jobs) / 60;
  return fmt::format("Running {} laws on {} mutants takes {} on {}.\n", attnref::laws().size(),
                     attnref::mutants().size(),
                     minutes < 1 ? "less than a minute" : "about " + plural(minutes, "minute"),
                     plural(static_cast<double>(options.jobs), "thread"));
}

}  // namespace

int mutants(MutantsVerb verb, Console& console) {
  require_deliverable("--json", verb.json);
  if (verb.list) return list(verb, console);
  keep_blas_to_one_thread(verb.options.jobs);
  console.err.stream << announcement(verb.options) << std::flush;
  verb.options.progress = progress_on(console.err);
  const MutantMatrix matrix = mutant_matrix(verb.options);
  clear_progress(console.err);
  Channel& table = table_channel(verb.json, console);
  table.stream << mutants_text(matrix, table.style) << std::flush;
  if (!verb.json.empty()) deliver(mutants_json(matrix), "--json", verb.json, console);
  return matrix.holds() ? 0 : 1;
}

}  // namespace attnref::cli
