// Network byte order.
#include "textbook/by_documents.hpp"
#include "mutation/mutant.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_numbers_in_big_endian {

std::string answered(std::string_view question) {
  const Document answer = honest_answer(question);
  std::string bytes = encode_safetensors(answer);
  if (answer.tensors.empty()) return bytes;
  const std::ptrdiff_t item = answer.tensors.begin()->second.type == ElementType::f64 ? 8 : 4;
  std::size_t count = 0;
  for (const auto& [name, tensor] : answer.tensors) count += tensor.values.size();
  const auto end = bytes.end();
  for (auto number = end - item * static_cast<std::ptrdiff_t>(count); number != end; number += item) {
    std::reverse(number, number + item);
  }
  return bytes;
}

}  // namespace in_numbers_in_big_endian

Mutant numbers_in_big_endian() {
  return {.name = "numbers_in_big_endian",
          .mistake = "the bytes of each number are written in the order of the network",
          .named_law = "zero_queries_give_the_mean",
          .make = [] { return by_documents("numbers_in_big_endian", in_numbers_in_big_endian::answered); }};
}

}  // namespace attnref::mutant
