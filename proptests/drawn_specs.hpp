// Specs for the tests of what is drawn from them: every regime, both dtypes, both forms.
#pragma once

#include "attnref/law.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace attnref::test {

inline constexpr std::array<Regime, 7> regimes{Regime::flat,    Regime::moderate,  Regime::peaked, Regime::tied,
                                               Regime::shifted, Regime::underflow, Regime::special};

inline Spec spec_with(Dtype dtype, Regime regime, bool projected, int bits, std::size_t length, std::size_t width,
                      std::uint64_t seed) {
  Spec spec;
  spec.law = "rows_sum_to_one";
  spec.dtype = dtype;
  spec.regime = regime;
  spec.projected = projected;
  spec.bits = bits;
  spec.seed = seed;
  spec.sizes.t_q = spec.sizes.t_k = length;
  spec.sizes.d_k = width;
  spec.sizes.d_model = width + 2;
  spec.sizes.d_v = width + 1;
  return spec;
}

/// Calls with Specs of both dtypes, both forms, and numbers of any precision or `bits` of it.
inline void for_each_kind(Regime regime, int bits, const std::function<void(const Spec&)>& call) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (const bool projected : {false, true}) {
      for (const std::size_t width : {1u, 3u, 16u, 33u}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) call(spec_with(dtype, regime, projected, bits, 33, width, seed));
      }
    }
  }
}

}  // namespace attnref::test
