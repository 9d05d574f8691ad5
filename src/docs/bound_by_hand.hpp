// The derived bound at work on one query and two keys in f32, step by step, beside the errors that plain loops make.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {

/// Facts of the chapter on the tolerance, by name: a table of the steps, and numbers that its text cites.
std::vector<std::pair<std::string, std::string>> bound_by_hand();

}  // namespace attnref::docs
