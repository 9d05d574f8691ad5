// Fuzz target: what a child process writes. Documents one after the other, in pieces as a pipe gives them, each read as
// an answer; by the protocol's limit on their size. Whatever the pieces, the same documents come out.
#include "doors/document_stream.hpp"
#include "documents/document.hpp"
#include "fuzz/document_mutator.hpp"
#include "fuzz/fuzz.hpp"

#include <algorithm>

using namespace attnref;

namespace {

/// What an answer may hold at most; small, so that inputs reach it.
constexpr std::size_t most_bytes = 4096;

struct Received {
  std::vector<Document> documents;
  bool refused = false;
};

Received receive(std::string_view bytes, std::size_t piece) {
  Received received;
  DocumentStream stream("fuzz", most_bytes);
  try {
    while (!bytes.empty()) {
      stream.add(bytes.substr(0, piece));
      bytes.remove_prefix(std::min(piece, bytes.size()));
      while (std::optional<Document> document = stream.next()) received.documents.push_back(*std::move(document));
    }
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
    received.refused = true;
  }
  return received;
}

/// Bytes that are one document by themselves are received as that one, also after another.
void receive_after_another(std::string_view bytes, const Received& once) {
  Document document;
  try {
    document = parse_safetensors(bytes, "fuzz");
  } catch (const file_error&) {
    return;
  }
  if (once.refused) return;  // beyond the limit
  fuzz::require(once.documents.size() == 1 && fuzz::same(once.documents[0], document), "one document is received");
  // One of another length before it, in the same stream.
  const std::string first = encode_safetensors(Document{});
  const Received both = receive(first + std::string(bytes), 1 + bytes.size() % 67);
  fuzz::require(both.documents.size() == 2 && !both.refused, "two documents are received");
  fuzz::require(fuzz::same(both.documents[0], Document{}) && fuzz::same(both.documents[1], document),
                "each is its own");
}

void read_as_answer(const Document& document) {
  std::size_t elements = 0;
  for (const auto& [name, tensor] : document.tensors) elements += tensor.values.size();
  fuzz::require(elements <= most_bytes, "no document is beyond the limit");
  Reply reply;
  try {
    reply = reply_of(document, "fuzz");
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
    return;
  }
  const Document written = document_of(std::move(reply));
  const Document again = parse_safetensors(encode_safetensors(written), "what was written");
  fuzz::require(fuzz::same(written, again), "an answer that was written reads the same");
  fuzz::require(fuzz::same(written, document_of(reply_of(again, "what was written"))), "and says the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  const Received at_once = receive(bytes, std::max<std::size_t>(size, 1)), in_pieces = receive(bytes, 1 + size % 61);
  fuzz::require(at_once.refused == in_pieces.refused, "pieces do not matter to what is refused");
  fuzz::require(
      std::equal(at_once.documents.begin(), at_once.documents.end(), in_pieces.documents.begin(),
                 in_pieces.documents.end(), [](const Document& a, const Document& b) { return fuzz::same(a, b); }),
      "pieces do not matter to what is received");
  receive_after_another(bytes, at_once);
  for (const Document& document : at_once.documents) read_as_answer(document);
  return 0;
}
