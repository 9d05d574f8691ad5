#include "cli/example.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_example(VerbParser& parser) {
  auto verb = std::make_shared<ExampleVerb>();
  parser.add("what", "problem|answer|backend|folder", "What to print", [verb](Text, Text text) { verb->what = text; });
  parser.add("--language", "python|c|cpp|node|rust", "Of the backend (default python)",
             [verb](Text, Text text) { verb->language = text; });
  parser.add("--save", "FILE", "Write it to this file, instead of stdout",
             [verb](Text name, Text text) { verb->save = file_option(name, text); });
  parser.footer(
      "\n  problem   a self-attention layer in f64, T = 6, d_model = 8, d_k = 4, d_v = 5, as a .safetensors file\n"
      "  answer    what NumPy answered to it, as a .safetensors file\n"
      "  backend   the source of an attention that `attnref check` can test\n"
      "  folder    where the modules lie that such backends use\n\n"
      "  attnref example problem > problem.safetensors\n"
      "  attnref attend --problem problem.safetensors --exact\n"
      "  attnref example answer > answer.safetensors\n"
      "  attnref compare problem.safetensors answer.safetensors\n\n"
      "  attnref example backend > mine.py\n"
      "  attnref check --command \"python3 mine.py\" --cases 10\n\n"
      "  attnref example backend --language c > mine.c\n"
      "  cc -O2 -shared -fPIC -I \"$(attnref example folder)/c\" mine.c -o libmine.so -lm\n"
      "  attnref check --library ./libmine.so --cases 10\n\n"
      "  attnref example backend --language node > mine.mjs\n"
      "  attnref check --command \"node mine.mjs\" --cases 10\n\n"
      "  cp \"$(attnref example folder)/rust/src/attnref_backend.rs\" .\n"
      "  attnref example backend --language rust > mine.rs\n"
      "  rustc --edition 2021 -O mine.rs\n"
      "  attnref check --command ./mine --cases 10\n\n"
      "A backend in C++ is a program of its own; its first lines say how to build it. Without --cases 10 a check runs\n"
      "100 cases of each law.\n\n"
      "Exit codes: 0 done, 2 bad usage, or a file that can't be written.\n");
  parser.run = [verb](Console& console) { return example(*verb, console); };
}

}  // namespace attnref::cli
