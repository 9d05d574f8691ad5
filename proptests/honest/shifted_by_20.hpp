// An honest control: the maximum and 20 more is subtracted, as kernels do that merge rows without knowing their maximum.
// It needs a profile that declares the shift: the score loses bits to it.
#pragma once

#include "mutants/textbook.hpp"

namespace attnref::honest {

inline constexpr int beyond_the_maximum = 20;

template <class S>
struct ShiftedBy20 : HonestSteps<S, ShiftedBy20<S>> {
  static S shift(const S* row, std::size_t n) {
    return HonestSteps<S, ShiftedBy20<S>>::shift(row, n) + static_cast<S>(beyond_the_maximum);
  }
};

inline AnyBackend shifted_by_20() { return textbook_with<ShiftedBy20>("shift by the maximum and 20"); }

}  // namespace attnref::honest
