#include "cli/mutants.hpp"

#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "mutants/mutant.hpp"
#include "reports/json.hpp"
#include "reports/text_mutants.hpp"

namespace attnref::cli {
namespace {

int list(const MutantsVerb& verb, Console& console) {
  if (!verb.json.empty()) deliver(mutant_list_json(attnref::mutants()), "--json", verb.json, console);
  // The document says all that the list says.
  if (verb.json != "-") console.out.stream << mutant_list_text(attnref::mutants());
  return 0;
}

}  // namespace

int mutants(MutantsVerb verb, Console& console) {
  require_deliverable("--json", verb.json);
  if (verb.list) return list(verb, console);
  keep_blas_to_one_thread();
  verb.options.progress = progress_on(console.err);
  const MutantMatrix matrix = mutant_matrix(verb.options);
  clear_progress(console.err);
  Channel& table = table_channel(verb.json, console);
  if (!verb.json.empty()) deliver(mutants_json(matrix), "--json", verb.json, console);
  table.stream << mutants_text(matrix, table.style);
  return matrix.holds() ? 0 : 1;
}

}  // namespace attnref::cli
