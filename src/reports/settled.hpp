// How golden values were settled, in a line.
#pragma once

#include "attnref/golden.hpp"

#include <string>

namespace attnref {

/// "4100 numbers: 4095 by interval, 3 exact, 1 by sign, 1 by dominance, none undecided; 256 bits at most".
std::string settled_text(const SettledCounts& counts);

}  // namespace attnref
