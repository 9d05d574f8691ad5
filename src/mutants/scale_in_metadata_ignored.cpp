// The arrays are read, and what is said beside them is not.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_scale_in_metadata_ignored {

std::string answered(std::string_view question) {
  Document bare = parse_safetensors(question, "its question");
  bare.metadata.erase("scale");
  return encode_safetensors(honest_answer(std::move(bare)));
}

}  // namespace in_scale_in_metadata_ignored

Mutant scale_in_metadata_ignored() {
  return {.name = "scale_in_metadata_ignored",
          .mistake = "the scale in the metadata is ignored",
          .named_law = "explicit_scale_is_taken",
          .make = [] { return by_documents("scale_in_metadata_ignored", in_scale_in_metadata_ignored::answered); }};
}

}  // namespace attnref::mutant
