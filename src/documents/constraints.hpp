// The sizes that a backend takes, written as JSON.
#pragma once

#include "attnref/capabilities.hpp"

#include <string>
#include <string_view>

namespace attnref {

/// Reads
///
///     {"t": AXIS, "d_model": AXIS, "d_k": AXIS, "d_v": AXIS or "= d_k",
///      "equal_lengths": true, "only_projected": true, "contiguous": true, "any_strides": true}
///
/// of which each key may be left out; "T" is "t". An AXIS is {"among": [SIZE, ...], "multiple_of": N, "least": N,
/// "most": N}, again with any of them, or one SIZE. Throws std::invalid_argument, one line: key, expected, found.
Constraints constraints_of_json(std::string_view text);

/// The same the other way; empty where all sizes are allowed.
std::string constraints_json(const Constraints& constraints);

}  // namespace attnref
