// An honest control: the maximum and 20 more is subtracted, as kernels do that merge rows without knowing their
// maximum. It needs a profile that declares the shift: the score loses bits to it.
#pragma once

#include "honest/declared.hpp"

namespace attnref::honest {

inline constexpr int beyond_the_maximum = 20;

template <class S>
struct ShiftedBy20 : HonestSteps<S, ShiftedBy20<S>> {
  static S shift(const S* row, std::size_t n) {
    return HonestSteps<S, ShiftedBy20<S>>::shift(row, n) + static_cast<S>(beyond_the_maximum);
  }
};

inline Textbook shifted_by_20() {
  return {"shift by the maximum and 20", &attend_by<double, ShiftedBy20<double>>,
          &attend_by<float, ShiftedBy20<float>>};
}

inline AnyBackend shifted_by_20_declared() {
  return AnyBackend(Declared{
      shifted_by_20(), plain_profiles_with("shift_20", [](Profile& profile) { profile.shift = beyond_the_maximum; })});
}

}  // namespace attnref::honest
