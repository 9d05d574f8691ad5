// Stored answers beside the golden vectors as text: a line an answer, what is wrong where one is, a summary.
#pragma once

#include "vectors/verify.hpp"

#include <string>

namespace attnref {

/// The table, a line an answer; below one that is violated where, or why, and the mistakes that its vector shows; how
/// many answers there are of each verdict, and of which mistakes they tell most.
std::string verification_text(const vectors::Verification& verification);

}  // namespace attnref
