// An honest control: an exponential that gives 0 below twice the smallest normal number, as vectorised ones do that
// double 2^(n-1) at their end, in arithmetic that keeps subnormal numbers.
#pragma once

#include "honest/declared.hpp"

#include <cmath>
#include <limits>

namespace attnref::honest {

template <class S>
struct ExpFlushed : HonestSteps<S, ExpFlushed<S>> {
  static S exponential(S difference) {
    const S e = std::exp(difference);
    return e < 2 * std::numeric_limits<S>::min() ? 0 : e;
  }
};

inline Textbook exp_flushed() {
  return {"exponentials flushed", &attend_by<double, ExpFlushed<double>>, &attend_by<float, ExpFlushed<float>>};
}

inline AnyBackend exp_flushed_declared() {
  return AnyBackend(
      Declared{exp_flushed(), plain_profiles_with("exp_flush", [](Profile& profile) { profile.exp_flush = true; })});
}

}  // namespace attnref::honest
