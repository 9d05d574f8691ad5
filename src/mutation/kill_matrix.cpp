// Runs `check` on each mutant and each control, and counts.
#include "mutation/kill_matrix.hpp"

#include "attnref/golden.hpp"

#include "attnref/reference.hpp"
#include "textbook/by_documents.hpp"
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"
#include "problem/run_on_threads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>

namespace attnref {
namespace {

using Ids = std::vector<std::string>;

/// What no law may flag: the reference, and the textbook by each of the interfaces that mutants are reached by.
constexpr std::array controls{reference, textbook, c_textbook, textbook_by_documents};

/// A backend to judge, and the laws that turned out to flag it.
struct Suspect {
  std::string name;
  AnyBackend (*make)();
  std::string named_law;       ///< empty for a control, on which no law is spared a case
  std::size_t max_length = 0;  ///< of the sizes of the named law's cases, if larger than all others' are
  Ids flagged_by{};
};

Ids flagged_by(const AnyBackend& backend, const Ids& law_ids, std::size_t cases, std::size_t max_length,
               const MatrixOptions& options) {
  CheckOptions check_options;
  check_options.laws = law_ids;
  check_options.cases = cases;
  check_options.max_length = max_length;
  check_options.seed = options.seed;
  check_options.shrink_tries = 0;
  Ids flagged;
  for (const LawReport& law : check(backend, check_options).laws) {
    if (law.verdict == Verdict::violated) flagged.push_back(law.id);
  }
  return flagged;
}

Ids flagged_by(const Suspect& suspect, const MatrixOptions& options) {
  const AnyBackend backend = suspect.make();
  if (suspect.named_law.empty()) return flagged_by(backend, {}, options.cases, options.max_length, options);
  Ids others;
  for (const Law& law : laws()) {
    if (law.id != suspect.named_law) others.emplace_back(law.id);
  }
  Ids flagged = flagged_by(backend, others, (options.cases + 3) / 4, options.max_length, options);
  const Ids named = flagged_by(backend, {suspect.named_law}, options.cases,
                               std::max(options.max_length, suspect.max_length), options);
  flagged.insert(flagged.end(), named.begin(), named.end());
  std::sort(flagged.begin(), flagged.end());
  return flagged;
}

/// The controls first: nothing stops a law early on them, so they take longest.
std::vector<Suspect> suspects() {
  std::vector<Suspect> all;
  for (AnyBackend (*const make)() : controls) all.push_back({make().describe().name, make, ""});
  for (const Mutant& mutant : mutants()) {
    all.push_back({std::string(mutant.name), mutant.make, std::string(mutant.named_law), mutant.max_length});
  }
  return all;
}

void judge(std::vector<Suspect>& all, const MatrixOptions& options) {
  std::size_t done = 0;
  std::mutex telling;
  run_on_threads(options.jobs, all.size(), [&](std::size_t i) {
    all[i].flagged_by = flagged_by(all[i], options);
    const std::lock_guard lock(telling);
    ++done;
    if (options.progress) options.progress(all[i].name, done, all.size());
  });
}

bool contains(const Ids& ids, std::string_view id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

std::string control_of(const std::vector<Suspect>& all) {
  Ids flagged;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    const Suspect& control = all[i];
    if (!control.flagged_by.empty()) {
      flagged.push_back(fmt::format("{}: {}", control.name, fmt::join(control.flagged_by, ", ")));
    }
  }
  return flagged.empty() ? "clean" : fmt::format("{}", fmt::join(flagged, "; "));
}

}  // namespace

bool MutantMatrix::holds() const {
  return survivors.empty() && missed.empty() && idle_laws.empty() && control == "clean";
}

MutantMatrix mutant_matrix(const MatrixOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Suspect> all = suspects();
  judge(all, options);

  MutantMatrix matrix;
  matrix.control = control_of(all);
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const Mutant& mutant = mutants()[i];
    const Ids& killed_by = all[controls.size() + i].flagged_by;
    matrix.mutants.push_back(
        {std::string(mutant.name), std::string(mutant.mistake), std::string(mutant.named_law), killed_by});
    if (killed_by.empty()) matrix.survivors.emplace_back(mutant.name);
    if (!contains(killed_by, mutant.named_law)) matrix.missed.emplace_back(mutant.name);
  }
  for (const Law& law : laws()) {
    if (law.id == "agrees_with_golden" && !golden_is_built()) continue;  // says nothing of anybody
    const bool idle = std::none_of(matrix.mutants.begin(), matrix.mutants.end(),
                                   [&law](const MutantRow& row) { return contains(row.killed_by, law.id); });
    if (idle) matrix.idle_laws.emplace_back(law.id);
  }
  matrix.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return matrix;
}

}  // namespace attnref
