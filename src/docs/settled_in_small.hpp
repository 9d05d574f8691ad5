// How one golden value is settled, seen at fewer bits than the loop begins with.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {

/// Facts of the chapter on golden values, by name. Throws golden_unavailable without FLINT.
std::vector<std::pair<std::string, std::string>> settled_in_small();

}  // namespace attnref::docs
