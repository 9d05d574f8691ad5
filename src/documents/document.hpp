// Problems and answers as .safetensors documents: which arrays and which metadata stand for what. Files are
// safetensors.hpp's.
#pragma once

#include "attnref/golden.hpp"
#include "attnref/answer.hpp"
#include "files/safetensors.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace attnref {

/// A document that is well formed and asks for what isn't built yet: a mask, a bias, heads, a batch, lengths,
/// gradients.
struct not_built_error : file_error {
  using file_error::file_error;
};

/// The kinds of document, as metadata `kind` has them: "problem", "answer", "vector" (a problem with its golden
/// answers).
inline constexpr std::string_view problem_kind = "problem";
inline constexpr std::string_view answer_kind = "answer";
inline constexpr std::string_view vector_kind = "vector";

/// Each choice of the problem that is not at its default, by its key, as metadata has it. A number is written as the
/// shortest decimal that reads back as the same number.
std::map<std::string, std::string, std::less<>> choices_of(const Problem& problem);

/// The document of a problem: its tensors, its choices, and the outputs that are asked for.
Document document_of(Problem problem);

/// The problem of a document of kind "problem", or of a vector, whose answers are left aside; `source` names the
/// document in messages. Throws file_error for arrays that are missing, unknown or don't fit together, and for metadata
/// that is unknown or has no meaning; not_built_error for what attnref will know and doesn't yet.
Problem problem_of(Document document, const std::string& source);

/// The document of an answer: its outputs; or no outputs and the reason for which there are none.
Document document_of(Reply reply);

/// The document of a golden answer in one format: the outputs; of each that has undecided values, NAME.undecided, true
/// where they are; metadata `settled`, how many values each kind of proof settled, and `precision`, the bits that the
/// hardest one took.
Document document_of(GoldenAnswer answer);

/// What a document of kind "answer" says. Which outputs are undecided, and how others were settled, is left aside.
/// Throws file_error where it is none, or contradicts itself: a reason beside outputs, two reasons, an unknown name.
Reply reply_of(Document document, const std::string& source);

/// Adds the golden answers to the document of their problem, which becomes one of kind "vector": NAME.FORMAT for each
/// output in each format, and NAME.FORMAT.undecided where values are. How the others were settled is not said: it may
/// change where the values don't.
void add_golden_answers(Document& document, std::map<Dtype, GoldenAnswer> answers);

}  // namespace attnref
