// Attention in plain loops, for numbers that are to be printed.
#pragma once

#include "textbook/textbook.hpp"

#include <cmath>

namespace attnref::docs {

/// Plain loops, with an exponential that is rounded from double: C libraries differ in the last bits of that, which the
/// rounding to S hides all but always, and `rounded` refuses what would show.
template <class S>
struct PlainSteps : HonestSteps<S, PlainSteps<S>> {
  static S exponential(S x) { return static_cast<S>(std::exp(static_cast<double>(x))); }
};

}  // namespace attnref::docs
