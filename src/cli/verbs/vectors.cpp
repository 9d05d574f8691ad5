#include "cli/vectors.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_vectors(VerbParser& parser) {
  auto verb = std::make_shared<VectorsVerb>();
  parser.add("action", "list|write|verify", "What to do", [verb](Text, Text text) { verb->action = text; });
  parser.add("folder", "DIR",
             "Where write puts them (made if it isn't there, other files are left alone), and verify reads",
             [verb](Text name, Text text) { verb->folder = file_option(name, text); });
  parser.add("--answers", "DIR", "Of verify: the folder of the answers (default: the vectors' own)",
             [verb](Text name, Text text) { verb->answers = file_option(name, text); });
  parser
      .add("--profile", "NAME|JSON",
           "Of verify: judge by this rounding profile, not by the plain one of each answer's dtype",
           [verb](Text name, Text text) { verb->profile = profile_option(name, text); })
      .offers(profile_names());
  parser.add_flag("--all", "Of verify: exit code 3 where a vector has no answer, or an unsupported one",
                  [verb] { verb->all = true; });
  parser.add("--jobs", "N", "Of verify: threads (default: as many as run at once here)",
             [verb](Text name, Text text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  parser.add("--json", "FILE|-", "Also write the list, or the verdicts, as JSON; with - stdout is JSON alone",
             [verb](Text name, Text text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nProblems with their correctly rounded answers, each chosen for a mistake that it shows: a .safetensors\n"
      "file for each, and manifest.json, which names the mistakes, the laws that they break and each file's\n"
      "SHA-256. The bytes are the same on every machine.\n"
      "A program of any language answers by files beside them: ID.answer.safetensors with the outputs by name, or\n"
      "ID.answer.npy (the output) and ID.OUTPUT.npy (as ID.weights.npy). verify judges each as compare does, and says\n"
      "which mistakes the violated ones show. verify.py, beside the vectors, judges without attnref.\n\n"
      "  attnref vectors list\n"
      "  attnref vectors list --json -\n"
      "  attnref vectors write golden\n"
      "  attnref vectors verify golden\n\n"
      "Exit codes: 0 done (verify: an answer holds, none is violated), 1 an answer is beyond its bound, or none,\n"
      "2 bad usage, a vector that is not as its manifest says, a file that can't be written, or no golden values\n"
      "without FLINT, 3 no answer was judged, or with --all one is missing.\n");
  parser.run = [verb](Console& console) { return vectors(*verb, console); };
}

}  // namespace attnref::cli
