// Fuzz target: the .safetensors reader, and problems in documents. What is read is written so that it reads the same.
#include "files/safetensors.hpp"

#include "attnref/problem.hpp"
#include "documents/document.hpp"
#include "fuzz/document_mutator.hpp"
#include "fuzz/fuzz.hpp"

#include <optional>

using namespace attnref;

namespace {

std::optional<Document> read(std::string_view bytes) {
  try {
    return parse_safetensors(bytes, "fuzz");
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
    return std::nullopt;
  }
}

void round_trip(const Document& document) {
  const std::string bytes = encode_safetensors(document);
  const Document again = parse_safetensors(bytes, "what was written");
  fuzz::require(fuzz::same(document, again), "what was written reads the same");
  fuzz::require(encode_safetensors(again) == bytes, "what was written is written the same");
}

void problem_round_trip(const Document& document) {
  std::optional<Problem> problem;
  try {
    problem = problem_of(document, "fuzz");
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
    return;
  }
  require_consistent(*problem);
  const Document written = document_of(*problem);
  round_trip(written);
  const Document again = document_of(problem_of(written, "what was written"));
  fuzz::require(fuzz::same(written, again), "a problem that was written is the same problem");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (const std::optional<Document> document = read(fuzz::text_of(data, size))) {
    round_trip(*document);
    problem_round_trip(*document);
  }
  return 0;
}
