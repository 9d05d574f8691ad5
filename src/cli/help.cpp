#include "cli/help.hpp"

#include "cli/manual.hpp"
#include "cli/usage.hpp"

#include <algorithm>
#include <vector>

namespace attnref::cli {

int help(const HelpVerb& verb, const Command& command, Console& console) {
  if (verb.manual) {
    if (!verb.verb.empty()) throw usage_error("help: expected a verb or --man, found both");
    console.out.stream << manual_page(command);
    return 0;
  }
  std::vector<const char*> words{command.name, "--help"};
  if (!verb.verb.empty()) {
    require_one_of(verb_names(command), "help", verb.verb);
    words.insert(words.begin() + 1, verb.verb.c_str());
  }
  return run_command(command, static_cast<int>(words.size()), words.data(), console);
}

}  // namespace attnref::cli
