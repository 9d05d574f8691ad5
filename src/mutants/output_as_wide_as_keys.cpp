// d_k for d_v where the output is stored.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_output_as_wide_as_keys {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void outputs(const attnref_problem& problem, const Results<S>& results) {
    attnref_problem narrow = problem;
    narrow.output.data = nullptr;
    HonestCSteps<S, Steps>::outputs(narrow, results);
    for (std::size_t i = 0; i < results.output.rows; ++i) {
      for (std::size_t c = 0; c < std::min(results.output.columns, results.keys.columns); ++c)
        Steps::element(problem.output, i, c) = results.output(i, c);
    }
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
