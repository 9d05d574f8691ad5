#include "cli/help.hpp"

#include "cli/command.hpp"
#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_help(VerbParser& parser) {
  auto verb = std::make_shared<HelpVerb>();
  parser
      .add("verb", "VERB", "The verb (default: the command as a whole)", [verb](Text, Text text) { verb->verb = text; })
      .offers(verb_names(attnref_command()));
  parser.add_flag("--man", "Print the manual page of all verbs, as roff", [verb] { verb->manual = true; });
  parser.footer(
      "\n  attnref help check\n"
      "  attnref help --man | man -l -\n\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  parser.run = [verb](Console& console) { return help(*verb, attnref_command(), console); };
}

}  // namespace attnref::cli
