// The typed layer as a backend: what laws judge when they judge the reference is what users call.
#pragma once

#include "attnref/backend.hpp"

namespace attnref {

/// attnref's own self-attention: f64 and f32, one head, no mask, any scale; weights, scores, log-sum-exp and the
/// projected queries, keys and values on request.
AnyBackend reference();

}  // namespace attnref
