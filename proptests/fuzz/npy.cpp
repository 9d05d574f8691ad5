// Fuzz target: the .npy reader. What it reads, it writes so that it reads the same again.
#include "files/npy.hpp"

#include "fuzz/fuzz.hpp"

using namespace attnref;

namespace {

void round_trip(const NpyArray& array) {
  std::size_t elements = 1;
  for (const std::size_t length : array.shape) elements *= length;
  fuzz::require(array.values.size() == elements, "there are as many values as the shape says");
  const std::string bytes = encode_npy(array);
  const NpyArray again = parse_npy(bytes, "what was written");
  fuzz::require(again.dtype == array.dtype && again.shape == array.shape, "what was written has the same form");
  fuzz::require(fuzz::same(again.values, array.values), "what was written has the same values");
  fuzz::require(encode_npy(again) == bytes, "what was written is written the same");
  fuzz::require(fuzz::same(tensor_of(array).values, array.values), "a tensor has the array's values");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    round_trip(parse_npy(fuzz::text_of(data, size), "fuzz"));
  } catch (const file_error& error) {
    fuzz::require_one_line(error);
  }
  return 0;
}
