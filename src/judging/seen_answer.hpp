// Of the answers of a case the one that a report shows, beside what it must be.
#pragma once

#include "attnref/law.hpp"
#include "attnref/report.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace attnref {

/// The last map seen, given or read through V = I.
std::optional<Tensor> last_weights(const std::vector<std::shared_ptr<const Call>>& calls);

/// The answer whose output or weights are furthest beyond their bounds, the first of several; none if there is no
/// answer. A law that relates answers is violated by one of them, and as a rule the truth tells by which.
std::optional<SeenAnswer> furthest_answer(const std::vector<std::shared_ptr<const Call>>& calls, const Problem& drawn,
                                          const Profile& profile);

}  // namespace attnref
