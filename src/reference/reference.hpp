// The typed layer behind the door that every back end enters by.
#pragma once

#include "attnref/backend.hpp"

namespace attnref {

/// attnref's own self-attention, in f64 and f32, unmasked, one head.
AnyBackend reference();

}  // namespace attnref
