// d_k for d_v where the output is stored.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_output_as_wide_as_keys {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void outputs(const attnref_problem& problem, Results<S> results) {
    const Table<S> whole = results.output;
    Table<S>& narrow = results.output = Table<S>(whole.rows, std::min(whole.columns, results.keys.columns));
    for (std::size_t i = 0; i < narrow.rows; ++i) {
      for (std::size_t c = 0; c < narrow.columns; ++c) narrow(i, c) = whole(i, c);
    }
    HonestCSteps<S, Steps>::outputs(problem, results);
  }
};

}  // namespace in_output_as_wide_as_keys

Mutant output_as_wide_as_keys() {
  return {.name = "output_as_wide_as_keys",
          .mistake = "at most d_k columns of the output are written",
          .named_law = "values_enter_column_by_column",
          .make = [] { return c_textbook_with<in_output_as_wide_as_keys::Steps, "output_as_wide_as_keys">(); }};
}

}  // namespace attnref::mutant
