// The typed layer behind the door that every backend enters by.
#pragma once

#include "attnref/backend.hpp"

namespace attnref {

/// attnref's own self-attention: f64 and f32, one head, no mask, any scale; weights, scores, log-sum-exp and the
/// projected queries, keys and values on request.
AnyBackend reference();

}  // namespace attnref
