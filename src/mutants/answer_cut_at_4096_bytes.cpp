// The pipe took less than was written, and nobody looked.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_answer_cut_at_4096_bytes {

std::string answered(std::string_view question) { return encode_safetensors(honest_answer(question)).substr(0, 4096); }

}  // namespace in_answer_cut_at_4096_bytes

Mutant answer_cut_at_4096_bytes() {
  return {.name = "answer_cut_at_4096_bytes",
          .mistake = "of an answer beyond 4096 bytes, the first 4096 are sent",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return by_documents("answer_cut_at_4096_bytes", in_answer_cut_at_4096_bytes::answered); }};
}

}  // namespace attnref::mutant
