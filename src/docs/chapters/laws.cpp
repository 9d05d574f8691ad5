// The laws and claims as they state themselves, each with its equation, its source and the mutants that it must notice.
#include "docs/chapter.hpp"
#include "docs/markdown.hpp"

#include "attnref/law.hpp"
#include "claims/claims.hpp"
#include "mutation/mutant.hpp"
#include "problem/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attnref::docs {
namespace {

std::string needs_of(const Law& law) {
  return law.needs.empty() ? "" : fmt::format(" Needs {}.", joined_names(law.needs));
}

std::string noticed_by(const Law& law) {
  std::vector<std::string> links;
  for (const Mutant& mutant : mutants()) {
    if (mutant.named_law == law.id) links.push_back(fmt::format("[`{0}`](mutants.md#{0})", mutant.name));
  }
  return links.empty() ? "" : fmt::format("\n\nMust notice {}.", fmt::join(links, ", "));
}

/// A heading that is the law's id, so that the id is its anchor.
std::string entry(const Law& law) {
  return fmt::format("### {}\n\n{}.\n{}\n\nEquation [(?)](eq:{}), {}.{} Source: [{}.cpp](../src/laws/{}.cpp).{}",
                     law.id, in_markdown(law.title), in_markdown(law.statement), law.equation,
                     law.exactness == Exactness::exact ? "exact" : "bounded", needs_of(law), law.id, law.id,
                     noticed_by(law));
}

}  // namespace

Chapter laws() {
  std::vector<std::string> entries;
  for (const Law& law : attnref::laws()) entries.push_back(entry(law));
  std::string claimed = "| claim | statement |\n|---|---|";
  for (const Claim& claim : claims()) {
    claimed += fmt::format("\n| `claim.{}` | {} |", claim.id, in_markdown(claim.statement));
  }
  const auto exact = std::count_if(attnref::laws().begin(), attnref::laws().end(),
                                   [](const Law& law) { return law.exactness == Exactness::exact; });
  Chapter chapter;
  chapter.facts = {{"laws.count", std::to_string(attnref::laws().size())},
                   {"laws.exact", std::to_string(exact)},
                   {"laws.all", fmt::format("{}", fmt::join(entries, "\n\n"))},
                   {"laws.claims", claimed}};
  return chapter;
}

}  // namespace attnref::docs
