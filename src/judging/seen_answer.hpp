// The answers of a case as a report shows them, each beside what it must be.
#pragma once

#include "attnref/judging.hpp"
#include "attnref/report.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// The answers that a case had, in their order, the first of many. Telling are those that `worst` was made of; where it
/// names none, the call that failed; where none did, the answer whose output or weights are furthest beyond their
/// bounds, the first of several.
std::vector<SeenAnswer> seen_answers(const std::vector<std::shared_ptr<const Call>>& calls, const Problem& drawn,
                                     const Profile& profile, const std::optional<Difference>& worst);

/// "answer 2", "answers 1 and 2".
std::string answers_text(const std::vector<std::size_t>& answers);

}  // namespace attnref
