// A case with its golden answers: the document that becomes a file.
#pragma once

#include "files/safetensors.hpp"
#include "vectors/bounds.hpp"
#include "vectors/vector_case.hpp"

#include <string>

namespace attnref::vectors {

/// The name of a vector's file: its id and ".safetensors".
std::string file_name(const Case& one);

/// Computes the golden answers of a case, which takes milliseconds, and puts problem and answers into a document of
/// kind "vector", with metadata id, title, flags (between commas), notes and source. Throws golden_unavailable without
/// FLINT.
Document build(const Case& one);

/// The same, and the bounds that go with it.
struct Built {
  Document document;
  LargestBounds bounds;
};
Built build_with_bounds(const Case& one);

}  // namespace attnref::vectors
