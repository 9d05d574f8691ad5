#include "cli/lesson.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <optional>
#include <string>

namespace attnref::cli {

void declare_lesson(VerbParser& parser) {
  auto verb = std::make_shared<LessonVerb>();
  parser.add("program", "1|2", "1: the layer and its shapes; 2: without projections, and the divisor (default 1)",
             [verb](Text, Text text) { verb->program.which = static_cast<int>(integer_option("lesson", text, 1, 2)); });
  const auto add_size = [&](const char* option, const char* description, std::optional<std::size_t>& size) {
    parser.add(option, "N", description,
               [verb, &size](Text name, Text text) { size = integer_option(name, text, 1, most_cases); });
  };
  add_size("--t", "Positions (default 6)", verb->program.t);
  add_size("--d-model", "Width of X (default 8)", verb->program.d_model);
  add_size("--d-k", "Width of queries and keys (default 4)", verb->program.d_k);
  add_size("--d-v", "Width of values, which program 1 alone has (default 5)", verb->program.d_v);
  parser.add("--seed", "N|random", "Other arrays than the lesson's own",
             [verb](Text name, Text text) { verb->program.seed = seed_option(name, text); });
  parser.footer(
      "\nThe lesson's own arrays serve program 1 at T = 6 and 9 and program 2 at T = 6; other sizes, and any seed,\n"
      "take arrays of attnref's own, in which a longer X only adds rows. No size is beyond 512.\n\n"
      "  attnref lesson 1\n"
      "  attnref lesson 1 --t 9\n"
      "  attnref lesson 1 --d-model 512 --d-k 64 --d-v 64\n"
      "  attnref lesson 2 --seed 7\n\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  parser.run = [verb](Console& console) { return lesson(*verb, console); };
}

}  // namespace attnref::cli
