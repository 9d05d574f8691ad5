// The keys are read once, so that their memory seems free.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_scores_written_over_keys {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void outputs(const attnref_problem& problem, const Results<S>& results) {
    HonestCSteps<S, Steps>::outputs(problem, results);
    const attnref_array& keys = either_input(problem, "wk", "k");
    for (std::size_t i = 0; i < std::min(rows_of(keys), results.scores.rows); ++i) {
      for (std::size_t j = 0; j < std::min(columns_of(keys), results.scores.columns); ++j)
        Steps::element(keys, i, j) = results.scores(i, j);
    }
  }
};

}  // namespace in_scores_written_over_keys

Mutant scores_written_over_keys() {
  return {.name = "scores_written_over_keys",
          .mistake = "scores are kept in the memory of the keys",
          .named_law = "inputs_are_untouched",
          .make = [] { return c_textbook_with<in_scores_written_over_keys::Steps, "scores_written_over_keys">(); }};
}

}  // namespace attnref::mutant
