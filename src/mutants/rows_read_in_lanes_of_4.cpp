// What lies beyond a row is read and multiplied by 0, which is harmless until it is an infinity or a NaN.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_rows_read_in_lanes_of_4 {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Table<S> read(const attnref_array& array) {
    Table<S> table = HonestCSteps<S, Steps<S>>::read(array);
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (std::size_t j = table.columns; j % 4 != 0; ++j) {
        table(i, table.columns - 1) += 0 * Steps::element(array, i, j);
      }
    }
    return table;
  }
};

}  // namespace in_rows_read_in_lanes_of_4

Mutant rows_read_in_lanes_of_4() {
  return {.name = "rows_read_in_lanes_of_4",
          .mistake = "rows are read in lanes of 4, those beyond the row with weight 0",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return c_textbook_with<in_rows_read_in_lanes_of_4::Steps, "rows_read_in_lanes_of_4">(); }};
}

}  // namespace attnref::mutant
