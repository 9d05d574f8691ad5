#include "lesson/word_hash.hpp"

#include <cmath>

#include "generators/random.hpp"

namespace attnref::lesson {

std::uint64_t fnv1a_64(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x00000100000001B3U;
  return hash;
}

std::array<double, 3> word_direction(std::string_view word) {
  const std::uint64_t bits = mix(fnv1a_64(word));
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
