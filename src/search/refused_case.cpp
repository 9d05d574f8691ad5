#include "search/refused_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace attnref {
namespace {

using Field = std::pair<std::string, std::string>;

/// A Spec's keys and values, in the order of its line.
std::vector<Field> fields_of(const Spec& spec) {
  std::vector<Field> fields;
  const std::string line = to_string(spec);
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    fields.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
  return fields;
}

void add_changes(std::vector<std::string>& said, const Spec& from, const Spec& to, std::string_view whose) {
  const std::vector<Field> found = fields_of(from), expected = fields_of(to);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    said.push_back(
        fmt::format("{}: expected {}, {}, found {}", found[i].first, expected[i].second, whose, found[i].second));
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
