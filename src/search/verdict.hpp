// When a law holds, and why it was not run.
#pragma once

#include "attnref/report.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace attnref {

/// Reasons for which cases were unsupported, with how many each.
using Refusals = std::map<std::string, std::size_t>;

/// The commonest reason, the first in order of several; empty if there is none.
std::string commonest(const Refusals& refusals);

/// No law holds on fewer judged cases, unless fewer were asked.
inline constexpr std::size_t fewest_judged = 5;

/// How many cases must be judged for a law to hold: a quarter of those asked and at least 5, or all of fewer than 5.
std::size_t least_judged(std::size_t asked);

/// The verdict on a law by what became of its cases in each dtype.
Verdict verdict_of(const std::map<Dtype, Count>& by_dtype);

/// Why a law was not run, where cases of it were asked: the first dtype with too few judged, and the commonest reason.
std::string reason_not_run(const std::map<Dtype, Count>& by_dtype, const std::map<Dtype, Refusals>& refusals);

}  // namespace attnref
