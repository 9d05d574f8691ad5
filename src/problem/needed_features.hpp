// Which features of a backend a problem needs.
#pragma once

#include "attnref/problem.hpp"

#include <set>
#include <string>

namespace attnref {

/// The features without which a backend can't be asked this problem, by the names that backends declare.
std::set<std::string> features_needed_by(const Problem& problem);

}  // namespace attnref
