#include "cli/laws.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>
#include <vector>

namespace attnref::cli {

void declare_laws(VerbParser& parser) {
  auto verb = std::make_shared<LawsVerb>();
  parser
      .add_words("id", "ID", "Laws or claims to print in full (default: the list of all)",
                 [verb](const std::vector<std::string>& ids) { verb->ids = ids; })
      .offers(law_and_claim_ids());
  parser.add("--json", "FILE|-", "Also write them as JSON; with - stdout is JSON alone",
             [verb](Text name, Text text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nAny backend is judged by laws; a claim on the typed layer is proved by its own tests.\n"
      "An exact law allows for no rounding; a bounded one ends at a derived bound on it.\n\n"
      "  attnref laws\n"
      "  attnref laws rows_sum_to_one\n"
      "  attnref laws --json -\n\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  parser.run = [verb](Console& console) { return laws(*verb, console); };
}

}  // namespace attnref::cli
