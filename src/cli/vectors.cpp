#include "cli/vectors.hpp"

#include "attnref/golden.hpp"
#include "cli/blas_threads.hpp"
#include "cli/progress.hpp"
#include "cli/usage.hpp"
#include "files/file_bytes.hpp"
#include "files/file_error.hpp"
#include "vectors/json_verification.hpp"
#include "vectors/text_vectors.hpp"
#include "vectors/manifest.hpp"
#include "vectors/vector_case.hpp"
#include "vectors/verify.hpp"
#include "vectors/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace attnref::cli {
namespace {

std::string list_text(const std::vector<vectors::Case>& cases) {
  std::size_t width = 0;
  for (const vectors::Case& one : cases) width = std::max(width, one.id.size());
  std::string text = fmt::format("{} golden vectors, written by `attnref vectors write DIR`\n\n", cases.size());
  for (const vectors::Case& one : cases) {
    text += fmt::format("{:<{}}  {:<4}  {}\n", one.id, width, name_of(one.problem.dtype()), one.title);
  }
  return text;
}

void require_no_options_of_verify(const VectorsVerb& verb) {
  const std::pair<const char*, bool> options[]{{"--answers", !verb.answers.empty()},
                                               {"--profile", verb.profile.has_value()},
                                               {"--jobs", verb.jobs != 0},
                                               {"--all", verb.all}};
  for (const auto& [option, given] : options) {
    if (given) throw usage_error(fmt::format("vectors {}: {}: expected only with verify", verb.action, option));
  }
}

int list(const VectorsVerb& verb, Console& console) {
  require_no_options_of_verify(verb);
  if (!verb.folder.empty()) throw usage_error("vectors list", "nothing after it", verb.folder);
  require_deliverable("--json", verb.json);
  const std::vector<vectors::Case> cases = vectors::cases();
  // The document says all that the list says.
  if (verb.json != "-") console.out.stream << list_text(cases) << std::flush;
  if (!verb.json.empty()) deliver(vectors::list_json(cases), "--json", verb.json, console);
  return 0;
}

int write(const VectorsVerb& verb, Console& console) {
  require_no_options_of_verify(verb);
  if (!verb.json.empty()) throw usage_error("vectors write: --json: expected only with list and verify");
  if (verb.folder.empty()) throw usage_error("vectors write: expected a folder, found nothing");
  const vectors::Totals totals = vectors::write(verb.folder, progress_on(console.err));
  console.out.stream << fmt::format("{} vectors, {} bytes, in {}\n", totals.vectors, totals.bytes,
                                    on_one_line(verb.folder, 4096));
  return 0;
}

/// Throws if the report would replace what it is about, by whatever path or link.
void require_own_report(const VectorsVerb& verb, const std::vector<vectors::StoredVector>& all) {
  if (verb.json.empty() || verb.json == "-") return;
  const auto require_other = [&verb](const std::filesystem::path& file) {
    if (file.empty() || !same_file(verb.json, file)) return;
    throw usage_error("--json", "a file of its own, not one of the vectors or answers", verb.json);
  };
  require_other(std::filesystem::path(verb.folder) / "manifest.json");
  for (const vectors::StoredVector& vector : all) {
    require_other(vector.file);
    require_other(vector.answer.document);
    for (const auto& [output, file] : vector.answer.arrays) require_other(file);
  }
}

int exit_code(const vectors::Verification& verification, bool all) {
  switch (verification.verdict()) {
    case vectors::AnswerVerdict::holds:
      return all && verification.missing() > 0 ? 3 : 0;
    case vectors::AnswerVerdict::violated:
      return 1;
    case vectors::AnswerVerdict::unsupported:
    case vectors::AnswerVerdict::not_run:
      break;
  }
  return 3;
}

int verify(const VectorsVerb& verb, Console& console) {
  if (verb.folder.empty()) throw usage_error("vectors verify: expected a folder, found nothing");
  require_deliverable("--json", verb.json);
  if (!golden_is_built()) {
    throw golden_unavailable(
        "vectors verify: expected golden values, found attnref built without FLINT; verify.py beside the vectors needs "
        "none");
  }
  const std::string& answers = verb.answers.empty() ? verb.folder : verb.answers;
  const std::vector<vectors::StoredVector> all = vectors::read_folder(verb.folder, answers);
  require_own_report(verb, all);
  keep_blas_to_one_thread();
  CompareOptions options;
  options.profile = verb.profile;
  options.threads = static_cast<unsigned>(verb.jobs == 0 ? default_jobs() : verb.jobs);
  options.progress = progress_on(console.err);
  const vectors::Verification verification = vectors::verify(all, options);
  table_channel(verb.json, console).stream << verification_text(verification) << std::flush;
  if (!verb.json.empty()) deliver(verification_json(verification), "--json", verb.json, console);
  return exit_code(verification, verb.all);
}

}  // namespace

int vectors(const VectorsVerb& verb, Console& console) {
  if (verb.action == "list") return list(verb, console);
  if (verb.action == "write") return write(verb, console);
  if (verb.action == "verify") return verify(verb, console);
  constexpr std::string_view expected = "vectors: expected list, write DIR or verify DIR";
  if (verb.action.empty()) throw usage_error(fmt::format("{}, found nothing", expected));
  throw usage_error(fmt::format("{}, found '{}'{}", expected, on_one_line(verb.action, 80),
                                suggestion(verb.action, {"list", "write", "verify"})));
}

}  // namespace attnref::cli
