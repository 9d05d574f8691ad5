// attnref's own random numbers: a seed means the same numbers with every compiler and library, which the standard's
// distributions do not promise. Not for cryptography.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace attnref {

/// One round of SplitMix64's mixing function: distinct inputs give distinct, well spread outputs.
constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// FNV-1a, 64 bits, of the bytes (Fowler, Noll, Vo). Short names differ in few of its bits: mix spreads them.
constexpr std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// A stream of random numbers. Streams named by different (seed, name, index) are independent, so that the numbers of
/// one row do not depend on how many rows there are, and a smaller problem is the corner of a larger one.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed, std::uint64_t name = 0, std::uint64_t index = 0)
      : state_(mix(mix(mix(seed) ^ name) ^ index)) {}
  constexpr Random(std::uint64_t seed, std::string_view name, std::uint64_t index = 0)
      : Random(seed, hash_of(name), index) {}

  /// 64 random bits.
  constexpr std::uint64_t bits() { return mix(state_ += 0xd1342543de82ef95u); }

  /// Uniform in [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Uniform in 0 .. n-1; n > 0. The bias is below n / 2^64.
  constexpr std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }

  /// True with probability p.
  constexpr bool chance(double p) { return uniform() < p; }

  /// Mean 0, standard deviation 1, within 3.47: the sum of four uniform numbers, which is close to normal and needs no
  /// logarithm, whose last bit would depend on the library.
  constexpr double normal() {
    const std::uint64_t b = bits();
    const std::uint64_t sum = (b & 0xffff) + ((b >> 16) & 0xffff) + ((b >> 32) & 0xffff) + (b >> 48);
    constexpr double scale = 0x1p-16 * 1.7320508075688772;
    return (static_cast<double>(sum) + uniform() - 131070.5) * scale;
  }

  /// Uniform integer in -most .. most.
  constexpr double integer(std::uint64_t most) {
    return static_cast<double>(bits() % (2 * most + 1)) - static_cast<double>(most);
  }

 private:
  std::uint64_t state_;
};

/// Shuffles in place (Fisher and Yates).
template <class V>
constexpr void shuffle(V& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

}  // namespace attnref
