// A back end's answers to all vectors, stored as a program of another language would store them.
#pragma once

#include "attnref/backend.hpp"
#include "files/document.hpp"
#include "golden_vectors/committed.hpp"
#include "vectors/vector_case.hpp"

namespace attnref::test {

/// Writes ID.answer.safetensors for each vector into the folder.
inline void store_answers(const AnyBackend& backend, const Folder& folder) {
  for (const vectors::Case& one : vectors::cases()) {
    write_safetensors(folder.file(one.id + ".answer.safetensors"), document_of(backend.attend(one.problem)));
  }
}

}  // namespace attnref::test
