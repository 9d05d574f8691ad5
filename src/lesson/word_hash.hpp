// A word as a direction in space, so that different words differ and equal words agree. It means nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace attnref::lesson {

/// FNV-1a, 64 bits, of the word's bytes (Fowler, Noll, Vo).
std::uint64_t fnv1a_64(std::string_view bytes);

/// A unit 3-vector (within rounding) from fnv1a_64, whose bits a round of splitmix64 spreads: short words differ in few
/// of FNV's. Only + - * / sqrt are used, so it is the same everywhere.
std::array<double, 3> word_direction(std::string_view word);

}  // namespace attnref::lesson
