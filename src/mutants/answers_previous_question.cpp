// One line behind: a message too many was sent at first, and every answer since is that to the question before.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

#include <utility>

namespace attnref::mutant {
namespace in_answers_previous_question {

/// Remembers what it should have said.
struct Behind {
  std::string pending;

  std::string operator()(std::string_view question) {
    std::string answer = encode_safetensors(honest_answer(question));
    if (pending.empty()) pending = answer;
    return std::exchange(pending, std::move(answer));
  }
};

}  // namespace in_answers_previous_question

Mutant answers_previous_question() {
  return {.name = "answers_previous_question",
          .mistake = "each answer is that to the question before",
          .named_law = "earlier_calls_leave_no_trace",
          .make = [] { return by_documents("answers_previous_question", in_answers_previous_question::Behind{}); }};
}

}  // namespace attnref::mutant
