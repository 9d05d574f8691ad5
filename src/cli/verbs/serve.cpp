#include "cli/serve.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_serve(VerbParser& parser) {
  auto verb = std::make_shared<ServeVerb>();
  parser
      .add("--mutant", "NAME", "A mutant answers, not the reference",
           [verb](Text name, Text text) {
             if (text.empty()) throw usage_error(name, "the name of a mutant", text);
             verb->mutant = text;
           })
      .offers(mutant_names());
  parser
      .add("--library", "FILE", "A shared library answers that has the functions of abi.h",
           [verb](Text name, Text text) { verb->library = file_option(name, text); })
      .excludes({"--mutant"});
  parser.footer(
      "\nThe other end of `check --command`: .safetensors documents, one after the other with nothing between. The "
      "first\n"
      "has metadata attnref = 1 and kind = hello, and is answered by one that says what the backend is; each further "
      "one\n"
      "is a problem, and is answered by its answer, until the input ends. docs/doors.md says what they hold.\n"
      "What a library writes to, and must not, is an answer too: failed, and why.\n\n"
      "  attnref check --command \"attnref serve\"              the reference as such a program\n"
      "  attnref check --command \"python3 mine.py\"            a backend of your own\n\n"
      "Modules for Python, Node, Rust and C make a backend a few lines. They are in the folder that\n"
      "`attnref example folder` prints, where Python started by check --command finds them.\n\n"
      "Exit codes: 0 the input ended, 2 bad usage, or an input that is no document.\n");
  parser.run = [verb](Console&) { return serve(*verb); };
}

}  // namespace attnref::cli
