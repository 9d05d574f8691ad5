// The first words between attnref and a backend of another language: what the backend says of itself.
#pragma once

#include "attnref/capabilities.hpp"
#include "files/safetensors.hpp"

#include <string>

namespace attnref {

/// The kind of the first document either way.
inline constexpr std::string_view hello_kind = "hello";

/// What attnref says first: that it is there.
Document hello();

/// What a backend answers: metadata name, dtypes, and, where they say something, version, features, constraints,
/// deterministic, profile.
Document hello_of(const Capabilities& capabilities);

/// Reads such an answer. dtypes are spelled in either case; absent keys mean none, no constraints, false, and the
/// dtype's plain profile. `profile` is a name, a JSON object, or a JSON array of objects, one a dtype. Throws
/// file_error, one line: SOURCE, key, expected, found.
Capabilities capabilities_of(const Document& document, const std::string& source);

/// Throws file_error unless the document is a hello of this contract's version.
void require_hello(const Document& document, const std::string& source);

}  // namespace attnref
