// The document of vectors verify --json.
#pragma once

#include "vectors/verify.hpp"

#include <string>

namespace attnref {

/// {"attnref", "vectors" (how many there are), "counts": {"holds", "violated", "unsupported", "not_run", "unanswered"},
/// "answers": [{"id", "verdict", "reason", "comparison" (as comparison_json has it, or null), "shows": [{"flag",
/// "mistake", "law"}]}], "suspects": [{"flag", "mistake", "law", "violated", "answered"}], "verdict"}.
std::string verification_json(const vectors::Verification& verification);

}  // namespace attnref
