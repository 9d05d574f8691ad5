// A counterexample as a .safetensors document of kind "problem", which says by which law and case it was found: written
// to be replayed, here or to another implementation.
#pragma once

#include "attnref/law.hpp"
#include "attnref/report.hpp"
#include "files/safetensors.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attnref {

/// The problem's document, with the Spec's line as metadata `replay`.
Document document_of(const Counterexample& example);

/// A document and the name of the file that it is saved in.
struct NamedDocument {
  std::string file;
  Document document;
};

/// What is saved of a violated law, the case first: LAW.DTYPE.safetensors. Where the finding rests on more than the
/// answer to the case also each answer, LAW.DTYPE.answer-N.safetensors, and the problems that the law made of the case,
/// LAW.DTYPE.problem-N.safetensors, N being the call that had it first. A call that failed without an answer has its
/// problem alone.
std::vector<NamedDocument> documents_of(const LawReport& law);

/// The case that a saved counterexample is of. Throws file_error for what is no problem, has no Spec, or one that its
/// law is not about or that draws another problem: then its numbers were changed, or another version of attnref drew
/// them.
Spec saved_case(const std::filesystem::path& path, std::string_view option = {});

/// The same for a document; `source` names it in messages.
Spec case_of(Document document, const std::string& source);

}  // namespace attnref
