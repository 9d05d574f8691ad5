// The textbook as a program at the other end of a pipe, whose mistakes are those of documents. No process is started:
// the bytes are the same.
#pragma once

#include "attnref/backend.hpp"
#include "files/safetensors.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace attnref {

/// The bytes of an answer to the bytes of a problem. What it remembers is copied with it.
using Answering = std::function<std::string(std::string_view question)>;

/// A backend behind that program: problems are written and answers read as for a child process.
AnyBackend by_documents(std::string name, Answering program);

/// What an honest program answers.
Document honest_answer(Document question);
Document honest_answer(std::string_view question);

/// The honest program: a control.
AnyBackend textbook_by_documents();

}  // namespace attnref
