// The other end of the child-process door: a backend answers documents.
#pragma once

#include "attnref/backend.hpp"
#include "files/safetensors.hpp"

namespace attnref {

/// Answers hello with `introduction` and each problem with what the backend says, until the input ends. What the
/// backend cannot do, or does wrong, is an answer. Throws file_error where the input is no document, or something else
/// than a problem, std::system_error where the output can't be written.
void serve(const AnyBackend& backend, const Document& introduction, int input, int output);

/// Takes standard output away from whatever prints to it, which goes to standard error from then on; returns a
/// descriptor of what it was.
int claim_standard_output();

}  // namespace attnref
