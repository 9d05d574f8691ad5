// Names of parts and features, in lists.
#pragma once

#include "attnref/parts.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// The names of the members, in the table's order.
template <class Enum>
std::vector<std::string_view> names_of(EnumSet<Enum> members) {
  std::vector<std::string_view> names;
  for (const Enum member : members) names.push_back(name_of(member));
  return names;
}

/// "output, weights, lse", or with another text between two.
template <class Enum>
std::string joined_names(EnumSet<Enum> members, std::string_view between = ", ") {
  std::string joined;
  for (const std::string_view name : names_of(members)) {
    if (!joined.empty()) joined += between;
    joined += name;
  }
  return joined;
}

/// The members in the order of their names, in which documents list them.
template <class Enum>
std::vector<Enum> in_order_of_names(EnumSet<Enum> members) {
  std::vector<Enum> sorted(members.begin(), members.end());
  std::sort(sorted.begin(), sorted.end(), [](Enum a, Enum b) { return name_of(a) < name_of(b); });
  return sorted;
}

}  // namespace attnref
