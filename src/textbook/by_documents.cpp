#include "textbook/by_documents.hpp"

#include "doors/document_stream.hpp"
#include "documents/hello.hpp"
#include "documents/document.hpp"
#include "textbook/textbook.hpp"

#include <limits>
#include <utility>

namespace attnref {
namespace {

constexpr const char* source = "its answer";

/// The document that the bytes are, through the reader of the pipe.
Document received(std::string_view bytes) {
  DocumentStream stream(source, std::numeric_limits<std::size_t>::max());
  stream.add(bytes);
  std::optional<Document> document = stream.next();
  if (!document || stream.pending() > 0) {
    throw file_error(source, "document", "one whole document", document ? "more than one" : "less than one");
  }
  return *std::move(document);
}

struct ByDocuments {
  std::string name;
  Answering program;

  Capabilities describe() const {
    return capabilities_of(received(encode_safetensors(hello_of(honest_textbook(name).describe()))), name);
  }
  Reply attend(const Problem& problem) const {
    return reply_of(received(program(encode_safetensors(document_of(problem)))), source);
  }
};

}  // namespace

AnyBackend by_documents(std::string name, Answering program) {
  return AnyBackend(ByDocuments{std::move(name), std::move(program)});
}

Document honest_answer(Document question) {
  return document_of(honest_textbook().attend(problem_of(std::move(question), "its question")));
}

Document honest_answer(std::string_view question) { return honest_answer(parse_safetensors(question, "its question")); }

AnyBackend textbook_by_documents() {
  return by_documents("textbook_by_documents",
                      [](std::string_view question) { return encode_safetensors(honest_answer(question)); });
}

}  // namespace attnref
