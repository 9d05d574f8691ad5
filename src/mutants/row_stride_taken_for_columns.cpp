// Both strides of the queries exchanged. (What would lie outside of the array is read from inside.)
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_row_stride_taken_for_columns {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Inputs<S> inputs(const attnref_problem& problem) {
    Inputs<S> in = HonestCSteps<S, Steps>::inputs(problem);
    const Table<S> stored = in.q;
    for (std::size_t i = 0; i < in.q.rows; ++i) {
      for (std::size_t c = 0; c < in.q.columns; ++c)
        in.q(i, c) = stored.values[(i + c * stored.columns) % stored.values.size()];
    }
    return in;
  }
};

}  // namespace in_row_stride_taken_for_columns

Mutant row_stride_taken_for_columns() {
  return {
      .name = "row_stride_taken_for_columns",
      .mistake = "the stride of rows and that of columns are exchanged where queries are read",
      .named_law = "a_row_depends_on_its_query_alone",
      .make = [] { return c_textbook_with<in_row_stride_taken_for_columns::Steps, "row_stride_taken_for_columns">(); }};
}

}  // namespace attnref::mutant
