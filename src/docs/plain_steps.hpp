// Attention in plain loops whose digits every C library reproduces.
#pragma once

#include "mutants/textbook.hpp"

#include <cmath>

namespace attnref::docs {

/// Plain loops, with an exponential that is rounded from double: then every C library gives the same
/// bits.
template <class S>
struct PlainSteps : HonestSteps<S, PlainSteps<S>> {
  static S exponential(S x) { return static_cast<S>(std::exp(static_cast<double>(x))); }
};

}  // namespace attnref::docs
