// A helpful library drops axes of size 1.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_one_query_squeezed {

struct Squeezing {
  Textbook honest = honest_textbook("one_query_squeezed");

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) const {
    Reply reply = honest.attend(problem);
    if (auto* answer = std::get_if<Answer>(&reply)) {
      for (auto& [output, tensor] : answer->tensors) {
        if (tensor.rank() == 2 && tensor.rows() == 1) tensor.shape.erase(tensor.shape.begin());
      }
    }
    return reply;
  }
};

}  // namespace in_one_query_squeezed

Mutant one_query_squeezed() {
  return {.name = "one_query_squeezed",
          .mistake = "with one query the output is a vector, not a row",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return AnyBackend(in_one_query_squeezed::Squeezing{}); }};
}

}  // namespace attnref::mutant
