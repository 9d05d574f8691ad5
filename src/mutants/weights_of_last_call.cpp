// The buffer is handed out before it is filled.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_of_last_call {

struct Lagging {
  Textbook honest = honest_textbook("weights_of_last_call");
  Tensor last;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    Reply reply = honest.attend(problem);
    auto* answer = std::get_if<Answer>(&reply);
    if (!answer || !answer->tensors.contains(Part::weights)) return reply;
    Tensor& weights = answer->tensors.at(Part::weights);
    const Tensor now = weights;
    if (last.shape == now.shape && last.dtype == now.dtype) weights = last;
    last = now;
    return reply;
  }
};

}  // namespace in_weights_of_last_call

Mutant weights_of_last_call() {
  return {.name = "weights_of_last_call",
          .mistake = "the weights returned are those of the last call, where the shape allows it",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return AnyBackend(in_weights_of_last_call::Lagging{}); }};
}

}  // namespace attnref::mutant
