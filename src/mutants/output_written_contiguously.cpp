// Rows are stored one after the other, wherever the caller wanted them.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_output_written_contiguously {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void write(attnref_array array, const Table<S>& table) {
    if (array.rank == 2) array.strides[0] = array.shape[1] * array.strides[1];
    HonestCSteps<S, Steps>::write(array, table);
  }
};

}  // namespace in_output_written_contiguously

Mutant output_written_contiguously() {
  return {
      .name = "output_written_contiguously",
      .mistake = "the row stride of the outputs is ignored",
      .named_law = "outputs_have_their_shapes",
      .make = [] { return c_textbook_with<in_output_written_contiguously::Steps, "output_written_contiguously">(); }};
}

}  // namespace attnref::mutant
