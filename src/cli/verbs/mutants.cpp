#include "cli/mutants.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace attnref::cli {

void declare_mutants(VerbParser& parser) {
  auto verb = std::make_shared<MutantsVerb>();
  verb->options.jobs = default_jobs();
  parser.add_flag("--list", "Only list them: name, the law that must notice, the mistake; nothing is run",
                  [verb] { verb->list = true; });
  parser
      .add("--cases", "N", fmt::format("Cases a law and dtype at most (default {})", verb->options.cases),
           [verb](Text name, Text text) { verb->options.cases = integer_option(name, text, 1, most_cases); })
      .excludes({"--list"});
  parser
      .add("--seed", "N|random", "Of every random choice (default 20170612)",
           [verb](Text name, Text text) { verb->options.seed = seed_option(name, text); })
      .excludes({"--list"});
  parser
      .add("--jobs", "N", "Threads (default: as many as run at once here)",
           [verb](Text name, Text text) { verb->options.jobs = integer_option(name, text, 1, most_jobs); })
      .excludes({"--list"});
  parser.add("--json", "FILE|-", "Also write the matrix, or the list, as JSON; with - stdout is JSON alone",
             [verb](Text name, Text text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nThe laws can fail: each mutant has one mistake that real code makes, and names the law that must notice.\n\n"
      "  attnref mutants\n"
      "  attnref mutants --list                   their names and mistakes, at once\n"
      "  attnref mutants --json mutants.json\n"
      "  attnref check --mutant scale_missing     one of them, and how it is found out\n\n"
      "Exit codes: 0 all as it must be; 1 a mutant survives, its named law misses it, a law kills nothing, or a\n"
      "right implementation is flagged; 2 bad usage.\n");
  parser.run = [verb](Console& console) { return mutants(*verb, console); };
}

}  // namespace attnref::cli
