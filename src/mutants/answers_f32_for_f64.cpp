// NumPy would promote; what was converted on the way in stays so.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_answers_f32_for_f64 {

std::string answered(std::string_view question) {
  Document answer = honest_answer(question);
  for (auto& [name, tensor] : answer.tensors) {
    tensor.type = ElementType::f32;
    for (double& value : tensor.values) value = round_to(Dtype::f32, value);
  }
  return encode_safetensors(answer);
}

}  // namespace in_answers_f32_for_f64

Mutant answers_f32_for_f64() {
  return {.name = "answers_f32_for_f64",
          .mistake = "questions in f64 are answered in f32",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return by_documents("answers_f32_for_f64", in_answers_f32_for_f64::answered); }};
}

}  // namespace attnref::mutant
