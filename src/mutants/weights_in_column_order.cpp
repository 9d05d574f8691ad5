// The map lies in memory as the library before had it, and is written as it lies.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_weights_in_column_order {

std::string answered(std::string_view question) {
  Document answer = honest_answer(question);
  const auto weights = answer.tensors.find("weights");
  if (weights == answer.tensors.end()) return encode_safetensors(answer);
  StoredTensor& map = weights->second;
  const std::vector<double> by_rows = map.values;
  const std::size_t rows = map.shape[0], columns = map.shape[1];
  for (std::size_t n = 0; n < by_rows.size(); ++n) map.values[n] = by_rows[n % rows * columns + n / rows];
  return encode_safetensors(answer);
}

}  // namespace in_weights_in_column_order

Mutant weights_in_column_order() {
  return {.name = "weights_in_column_order",
          .mistake = "the weights are written column by column under the shape of rows",
          .named_law = "rows_sum_to_one",
          .make = [] { return by_documents("weights_in_column_order", in_weights_in_column_order::answered); }};
}

}  // namespace attnref::mutant
