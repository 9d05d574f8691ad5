// For docs/what-satisfies-the-laws.md: functions that differ from attention in one step. They show that no hypothesis
// of a theorem follows from the others.
#pragma once

#include "attnref/backend.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace attnref::docs {

/// A function of queries, keys and values: attention but for one step.
struct Neighbour {
  std::string_view name;                 ///< in snake_case
  std::string_view what;                 ///< what it does, one line of Markdown
  std::vector<std::string_view> breaks;  ///< ids of laws among the theorem's: those, and no others
  bool reads_right = true;               ///< whether it keeps the reading, too
  AnyBackend (*make)();
};

/// Attention itself, and then one function for each hypothesis of theorems 1 and 2.
std::span<const Neighbour> neighbours();

/// Attention itself, and then one function for each equation of the merge theorem.
std::span<const Neighbour> neighbours_in_merging();

}  // namespace attnref::docs
