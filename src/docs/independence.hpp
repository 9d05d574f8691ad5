// For docs/what-satisfies-the-laws.md: functions that differ from attention in one step, and which laws each of them
// breaks. They show that no law of the theorems' hypotheses follows from the others.
#pragma once

#include "attnref/backend.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnref::docs {

/// A function of queries, keys and values: attention but for one step.
struct Neighbour {
  std::string_view name;                 ///< in snake_case
  std::string_view what;                 ///< what it does, one line of Markdown
  std::vector<std::string_view> breaks;  ///< ids of laws among the_laws(): those, and no others
  bool reads_right = true;               ///< whether it keeps the reading, too
  AnyBackend (*make)();
};

/// Attention itself, and then one function for each hypothesis.
std::span<const Neighbour> neighbours();

/// The laws of the theorems' hypotheses, in the chapter's order.
std::span<const std::string_view> the_laws();

/// Which of the_laws() the back end is found to break, by check() in f64, on a few dozen cases a law.
/// Throws std::runtime_error where a law judges too little to say.
std::vector<std::string_view> laws_broken_by(const AnyBackend& back_end);

/// The fingerprint at one query and key of each width up to 17 that 4 does not divide: q = k = (1, 0, ..., 0), beside a
/// key 0, has the weight e^s / (e^s + 1) with s = 1 / sqrt(d_k). (eq. reading)
bool reads_right(const AnyBackend& back_end);

}  // namespace attnref::docs
