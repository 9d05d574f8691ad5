#include "lesson/word_hash.hpp"

#include "generators/random.hpp"

#include <cmath>

namespace attnref::lesson {

std::array<double, 3> word_direction(std::string_view word) {
  const std::uint64_t bits = mix(hash_of(word));
  std::array<double, 3> direction{};
  double square = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    // 21 bits as an odd integer between -2^21 and 2^21: never zero, and the squares add up exactly.
    const auto chunk = static_cast<double>((bits >> (21 * i)) & 0x1FFFFFU);
    direction[i] = 2.0 * chunk + 1.0 - 2097152.0;
    square += direction[i] * direction[i];
  }
  for (double& component : direction) component /= std::sqrt(square);
  return direction;
}

}  // namespace attnref::lesson
