// Axes, and matrices of random numbers over them: a pure function of sizes and a seed, the same on every compiler.
#pragma once

#include "attnref/attention.hpp"

#include <cstddef>
#include <cstdint>

namespace attnref::claims {

struct X {};
struct Y {};
struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

/// SplitMix64: 64 bits from a counter.
inline std::uint64_t next_bits(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Numbers in [-width, width), multiples of width 2^-20: exact in float and double alike if width is a power of two.
template <class M>
M draw(std::size_t rows, std::size_t cols, std::uint64_t seed, double width = 1) {
  using S = typename M::scalar_type;
  M m(rows, cols);
  for (std::size_t i = 0; i < m.size(); ++i) {
    const auto integer = static_cast<std::int64_t>(next_bits(seed) >> 43);  // 21 bits
    m.data()[i] = static_cast<S>(static_cast<double>(integer - (1 << 20)) * 0x1p-20 * width);
  }
  return m;
}

/// Integers in [-most, most].
template <class M>
M draw_integers(std::size_t rows, std::size_t cols, std::uint64_t seed, std::int64_t most) {
  using S = typename M::scalar_type;
  M m(rows, cols);
  for (std::size_t i = 0; i < m.size(); ++i) {
    const auto span = static_cast<std::uint64_t>(2 * most + 1);
    m.data()[i] = static_cast<S>(static_cast<std::int64_t>(next_bits(seed) % span) - most);
  }
  return m;
}

/// One set of projections of run-time sizes, scaled so that scores stay moderate.
template <class S>
auto draw_projections(std::size_t d_model, std::size_t d_k, std::size_t d_v, std::uint64_t seed) {
  return projections(draw<Matrix<S, DModel, Dk>>(d_model, d_k, seed + 1),
                     draw<Matrix<S, DModel, Dk>>(d_model, d_k, seed + 2),
                     draw<Matrix<S, DModel, Dv>>(d_model, d_v, seed + 3));
}

}  // namespace attnref::claims
