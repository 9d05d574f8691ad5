// A backend's answers to all vectors, stored as a program of another language would store them.
#pragma once

#include "attnref/backend.hpp"
#include "catch.hpp"
#include "documents/document.hpp"
#include "golden_vectors/committed.hpp"
#include "vectors/vector_case.hpp"

namespace attnref::test {

/// ID.answer.safetensors of each vector, as the command answers it: the output and the weights.
inline void store_reference_answers(const Folder& folder) {
  for (const std::string& name : names_in(committed)) {
    if (!name.ends_with(".safetensors")) continue;
    const std::string id = name.substr(0, name.find('.')), answer = folder.file(id + ".answer.safetensors");
    REQUIRE(run({"attend", "--problem", committed + "/" + name, "--save", answer}).code == 0);
  }
}

/// ID.answer.safetensors of each vector, as the backend answers it, which may be that it can't.
inline void store_answers(const AnyBackend& backend, const Folder& folder) {
  for (const vectors::Case& one : vectors::cases()) {
    write_safetensors(folder.file(one.id + ".answer.safetensors"), document_of(backend.attend(one.problem)));
  }
}

}  // namespace attnref::test
