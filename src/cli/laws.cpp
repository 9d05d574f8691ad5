#include "cli/laws.hpp"

#include "attnref/law.hpp"
#include "claims/claims.hpp"
#include "cli/usage.hpp"
#include "files/file_error.hpp"
#include "problem/names.hpp"
#include "reports/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attnref::cli {
namespace {

/// The laws and claims to speak of.
struct Chosen {
  std::vector<Law> laws;
  std::vector<Claim> claims;
};

const Claim* claim_named(std::string_view id) {
  const auto all = claims();
  const auto found = std::find_if(all.begin(), all.end(), [id](const Claim& claim) { return claim.id == id; });
  return found == all.end() ? nullptr : &*found;
}

void choose(const std::string& id, Chosen& chosen) {
  const Law* const law = law_named(id);
  const Claim* const claim = claim_named(id);
  if (law) chosen.laws.push_back(*law);
  if (claim) chosen.claims.push_back(*claim);
  if (law || claim) return;
  throw usage_error(fmt::format("laws: expected an id that `attnref laws` lists, found '{}'{}", on_one_line(id, 80),
                                suggestion(id, law_and_claim_ids())));
}

Chosen chosen_by(const LawsVerb& verb) {
  Chosen chosen;
  for (const std::string& id : verb.ids) choose(id, chosen);
  if (!verb.ids.empty()) return chosen;
  return {{attnref::laws().begin(), attnref::laws().end()}, {claims().begin(), claims().end()}};
}

std::string_view spoken(Exactness exactness) { return exactness == Exactness::exact ? "exact" : "bounded"; }

std::size_t widest_id(const Chosen& chosen) {
  std::size_t width = 0;
  for (const Law& law : chosen.laws) width = std::max(width, law.id.size());
  for (const Claim& claim : chosen.claims) width = std::max(width, claim.id.size());
  return width;
}

std::string list_text(const Chosen& chosen) {
  const std::size_t width = widest_id(chosen);
  std::string text = fmt::format("{} laws, by which `attnref check` judges a backend\n\n", chosen.laws.size());
  for (const Law& law : chosen.laws)
    text += fmt::format("{:<{}}  {:<7}  {}\n", law.id, width, spoken(law.exactness), law.title);
  text += fmt::format("\n{} claims on the typed layer, proved by its own tests\n\n", chosen.claims.size());
  for (const Claim& claim : chosen.claims)
    text += fmt::format("{:<{}}  {:<7}  {}\n", claim.id, width, "claim", claim.statement);
  return text + "\n`attnref laws ID` prints a law in full.\n";
}

/// Breaks a text into lines of at most 96 letters, indented by two blanks.
std::string wrapped(std::string_view text) {
  std::string result;
  std::size_t length = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    const bool fits = length > 0 && length + 1 + word.size() <= 96;
    if (!fits && length > 0) result += '\n';
    result += fits ? " " : "  ";
    result += word;
    length = fits ? length + 1 + word.size() : word.size();
  }
  return result + '\n';
}

std::string full_text(const Chosen& chosen) {
  std::string text;
  for (const Law& law : chosen.laws) {
    text += fmt::format("{}{}: {}\n\n{}\n", text.empty() ? "" : "\n", law.id, law.title, wrapped(law.statement));
    text += law.exactness == Exactness::exact ? "  exact: no rounding is allowed for\n"
                                              : "  bounded: within a derived bound on rounding\n";
    if (!law.needs.empty()) text += fmt::format("  needs: {}\n", joined_names(law.needs));
    text += fmt::format("  equation: {}\n", law.equation);
  }
  for (const Claim& claim : chosen.claims) {
    text += fmt::format("{}{} (a claim on the typed layer)\n\n{}", text.empty() ? "" : "\n", claim.id,
                        wrapped(claim.statement));
  }
  return text;
}

}  // namespace

std::vector<std::string_view> law_and_claim_ids() {
  std::vector<std::string_view> ids = law_ids();
  for (const Claim& claim : claims()) {
    if (!law_named(claim.id)) ids.push_back(claim.id);
  }
  return ids;
}

int laws(const LawsVerb& verb, Console& console) {
  require_deliverable("--json", verb.json);
  const Chosen chosen = chosen_by(verb);
  // The document says all that the list says.
  if (verb.json != "-") console.out.stream << (verb.ids.empty() ? list_text(chosen) : full_text(chosen)) << std::flush;
  if (!verb.json.empty()) deliver(laws_json(chosen.laws, chosen.claims), "--json", verb.json, console);
  return 0;
}

}  // namespace attnref::cli
