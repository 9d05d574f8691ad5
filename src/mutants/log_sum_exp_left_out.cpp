// Only what it knew of is answered, whatever is asked.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_log_sum_exp_left_out {

std::string answered(std::string_view question) {
  Document answer = honest_answer(question);
  answer.tensors.erase("lse");
  return encode_safetensors(answer);
}

}  // namespace in_log_sum_exp_left_out

Mutant log_sum_exp_left_out() {
  return {.name = "log_sum_exp_left_out",
          .mistake = "the log-sum-exp is asked for and is not in the answer",
          .named_law = "log_sum_exp_normalises_the_scores",
          .make = [] { return by_documents("log_sum_exp_left_out", in_log_sum_exp_left_out::answered); }};
}

}  // namespace attnref::mutant
