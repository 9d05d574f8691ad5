#include "cli/vectors.hpp"

#include "cli/progress.hpp"
#include "cli/usage.hpp"
#include "files/file_error.hpp"
#include "vectors/manifest.hpp"
#include "vectors/vector_case.hpp"
#include "vectors/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace attnref::cli {
namespace {

std::string list_text(const std::vector<vectors::Case>& cases) {
  std::size_t width = 0;
  for (const vectors::Case& one : cases) width = std::max(width, one.id.size());
  std::string text = fmt::format("{} golden vectors, written by `attnref vectors write DIR`\n\n", cases.size());
  for (const vectors::Case& one : cases) {
    text += fmt::format("{:<{}}  {:<4}  {}\n", one.id, width, name_of(one.problem.dtype), one.title);
  }
  return text;
}

int list(const VectorsVerb& verb, Console& console) {
  if (!verb.folder.empty()) throw usage_error("vectors list", "nothing after it", verb.folder);
  require_deliverable("--json", verb.json);
  const std::vector<vectors::Case> cases = vectors::cases();
  if (!verb.json.empty()) deliver(vectors::list_json(cases), "--json", verb.json, console);
  // The document says all that the list says.
  if (verb.json != "-") console.out.stream << list_text(cases);
  return 0;
}

int write(const VectorsVerb& verb, Console& console) {
  if (!verb.json.empty()) throw usage_error("vectors write: --json: expected only with list");
  if (verb.folder.empty()) throw usage_error("vectors write: expected a folder, found nothing");
  const vectors::Totals totals = vectors::write(verb.folder, progress_on(console.err));
  console.out.stream << fmt::format("{} vectors, {} bytes, in {}\n", totals.vectors, totals.bytes,
                                    on_one_line(verb.folder, 4096));
  return 0;
}

}  // namespace

int vectors(const VectorsVerb& verb, Console& console) {
  if (verb.action == "list") return list(verb, console);
  if (verb.action == "write") return write(verb, console);
  if (verb.action.empty()) throw usage_error("vectors: expected list, or write DIR, found nothing");
  throw usage_error(fmt::format("vectors: expected list, or write DIR, found '{}'{}", on_one_line(verb.action, 80),
                                suggestion(verb.action, {"list", "write"})));
}

}  // namespace attnref::cli
