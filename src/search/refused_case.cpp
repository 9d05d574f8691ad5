#include "search/refused_case.hpp"

#include "problem/spec_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace attnref {
namespace {

void add_changes(std::vector<std::string>& said, const Spec& from, const Spec& to, std::string_view whose) {
  for (const SpecField& field : spec_fields()) {
    const std::string found = field.print(from), expected = field.print(to);
    if (found != expected)
      said.push_back(fmt::format("{}: expected {}, {}, found {}", field.key, expected, whose, found));
  }
}

}  // namespace

std::string refusal_of(const Spec& spec, const std::vector<Demand>& demands, const std::optional<Spec>& accepted) {
  std::vector<std::string> said;
  for (const Demand& demand : demands) add_changes(said, spec, demand.meet(spec), demand.whose);
  // Each alone may be met, and not all of them.
  if (said.empty() && accepted) add_changes(said, spec, *accepted, "which all of them allow");
  return fmt::format("replay: {}; {}", fmt::join(said, "; "),
                     accepted ? "a case that is accepted: " + to_string(*accepted) : "no case meets all of that");
}

}  // namespace attnref
