// A product that adds beta times the old output, with beta = 0: what nobody wrote yet may be a NaN.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_output_scaled_by_0 {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void write(const attnref_array& array, const Table<S>& table) {
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = 0; j < table.columns; ++j) {
        S& element = Steps::element(array, i, j);
        element = 0 * element + table(i, j);
      }
    }
  }
};

}  // namespace in_output_scaled_by_0

Mutant output_scaled_by_0() {
  return {.name = "output_scaled_by_0",
          .mistake = "outputs are added to 0 times what they held",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return c_textbook_with<in_output_scaled_by_0::Steps, "output_scaled_by_0">(); }};
}

}  // namespace attnref::mutant
