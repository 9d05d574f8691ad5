// The layout of another language. With one column or one row it is right.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_wq_read_by_columns {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> queries(const Projected<S>& in) {
    Table<S> wq(in.wq.rows, in.wq.columns);
    for (std::size_t i = 0; i < wq.rows; ++i) {
      for (std::size_t j = 0; j < wq.columns; ++j) wq(i, j) = in.wq.values[j * wq.rows + i];
    }
    return Steps::project(in.x, wq);
  }
};

}  // namespace in_wq_read_by_columns

Mutant wq_read_by_columns() {
  return {.name = "wq_read_by_columns",
          .mistake = "W^Q is stored by rows and read by columns",
          .named_law = "projections_can_be_gauged",
          .make = [] { return textbook_with<in_wq_read_by_columns::Steps>("wq_read_by_columns"); }};
}

}  // namespace attnref::mutant
