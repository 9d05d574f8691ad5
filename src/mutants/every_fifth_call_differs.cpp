// A race, made to happen on time: the row holds the first query's answer.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_every_fifth_call_differs {

struct Racing {
  Textbook honest = honest_textbook("every_fifth_call_differs");
  int calls = 0;

  Capabilities describe() const { return honest.describe(); }
  Reply attend(const Problem& problem) {
    Reply reply = honest.attend(problem);
    auto* answer = std::get_if<Answer>(&reply);
    if (++calls % 5 != 0 || !answer) return reply;
    for (auto& [output, tensor] : answer->tensors) {
      if (tensor.rank() != 2 || tensor.rows() == 0) continue;
      for (std::size_t c = 0; c < tensor.columns(); ++c) tensor(tensor.rows() - 1, c) = tensor(0, c);
    }
    return reply;
  }
};

}  // namespace in_every_fifth_call_differs

Mutant every_fifth_call_differs() {
  return {.name = "every_fifth_call_differs",
          .mistake = "every fifth call, the last query's row is written too early",
          .named_law = "same_call_same_answer",
          .make = [] { return AnyBackend(in_every_fifth_call_differs::Racing{}); }};
}

}  // namespace attnref::mutant
