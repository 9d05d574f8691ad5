// Rows are read one after the other, wherever the caller has them.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_contiguous_values_assumed {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Table<S> read(attnref_array array) {
    const std::string_view name = array.name;
    if (name == "v" || name == "wv") array.strides[0] = array.shape[1] * array.strides[1];
    return HonestCSteps<S, Steps>::read(array);
  }
};

}  // namespace in_contiguous_values_assumed

Mutant contiguous_values_assumed() {
  return {.name = "contiguous_values_assumed",
          .mistake = "the row stride of V is ignored",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return c_textbook_with<in_contiguous_values_assumed::Steps, "contiguous_values_assumed">(); }};
}

}  // namespace attnref::mutant
