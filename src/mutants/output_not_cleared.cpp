// An accumulator that nobody sets to zero.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_output_not_cleared {

struct Adding {
  Textbook honest = honest_textbook("output_not_cleared");
  Tensor buffer;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    Reply reply = honest.attend(problem);
    auto* answer = std::get_if<Answer>(&reply);
    if (!answer || !answer->tensors.contains(Part::output)) return reply;
    Tensor& output = answer->tensors.at(Part::output);
    if (buffer.shape == output.shape && buffer.dtype == output.dtype) {
      for (std::size_t n = 0; n < output.values.size(); ++n) {
        output.values[n] = round_to(problem.dtype(), output.values[n] + buffer.values[n]);
      }
    }
    buffer = output;
    return reply;
  }
};

}  // namespace in_output_not_cleared

Mutant output_not_cleared() {
  return {.name = "output_not_cleared",
          .mistake = "the output is added to the last one of the same shape",
          .named_law = "same_call_same_answer",
          .make = [] { return AnyBackend(in_output_not_cleared::Adding{}); }};
}

}  // namespace attnref::mutant
