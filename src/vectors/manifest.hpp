// The manifest of the golden vectors: what each is, what it catches, and the digest of its file. Its form is written
// down in proptests/vectors/manifest.schema.json.
#pragma once

#include "vectors/bounds.hpp"
#include "vectors/vector_case.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace attnref::vectors {

/// A vector's file as it was written, and the bounds that go with its answers.
struct Written {
  std::size_t bytes = 0;
  std::string sha256;
  LargestBounds bounds;
};

/// The manifest, indented, ended by a newline. `written` has an entry for each case, in their order.
std::string manifest_json(std::span<const Case> cases, std::span<const Written> written);

/// The same without what is known only when the answers are: "bounds", "sha256" and "bytes".
std::string list_json(std::span<const Case> cases);

}  // namespace attnref::vectors
