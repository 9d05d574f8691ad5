// The mistakes that the vectors' flags name, as implementations that make them: mutants, and computations with one
// thing wrong that are made of golden() itself, where a mutant's rounding would hide it.
#pragma once

#include "golden_vectors/beside_exact.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace attnref::test {

/// True where the vector's answer gives the mistake away.
using ShownBy = bool (*)(const Problem& problem);

/// What shows that a vector has its flag: that one of the mutants answers it wrongly in f64 or f32, or that one of the
/// computations is given away.
struct MistakesOfFlag {
  std::string_view flag;
  std::vector<std::string_view> mutants;
  std::vector<ShownBy> computed;
};

/// An entry for each flag, in their order.
std::span<const MistakesOfFlag> mistakes();

}  // namespace attnref::test
