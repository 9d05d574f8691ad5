// A word as a direction in space, so that different words differ and equal words agree. It means nothing else.
#pragma once

#include <array>
#include <string_view>

namespace attnref::lesson {

/// A unit 3-vector (within rounding) from hash_of the word, FNV-1a, whose bits a round of splitmix64 spreads: short
/// words differ in few of FNV's. Only + - * / sqrt are used, so it is the same everywhere.
std::array<double, 3> word_direction(std::string_view word);

}  // namespace attnref::lesson
