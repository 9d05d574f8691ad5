#include "cli/mutants.hpp"

#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "reports/json.hpp"
#include "reports/text_mutants.hpp"

namespace attnref::cli {

int mutants(MutantsVerb verb, Console& console) {
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
