// What the compiler or a count proves of the typed layer, where a law would need a backend to ask: the list that
// `attnref laws` prints. The proofs are proptests/claims/, a test `claim.<id>` each. No backend is judged by them.
#pragma once

#include <span>
#include <string_view>

namespace attnref {

/// A statement about types and counts.
struct Claim {
  std::string_view id;         ///< its CTest name is claim.<id>
  std::string_view statement;  ///< in full
};

/// All claims, in the order of their ids.
std::span<const Claim> claims();

}  // namespace attnref
