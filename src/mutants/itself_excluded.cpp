// The pair (i, i) is skipped, as in a sum over neighbours.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_itself_excluded {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    if (scores.rows != scores.columns || scores.rows == 1) return scores;
    for (std::size_t i = 0; i < scores.rows; ++i) scores(i, i) = -std::numeric_limits<S>::infinity();
    return scores;
  }
};

}  // namespace in_itself_excluded

Mutant itself_excluded() {
  return {.name = "itself_excluded",
          .mistake = "a position gives itself no weight",
          .named_law = "diagonal_dominates_when_unprojected_with_equal_norms",
          .make = [] { return textbook_with<in_itself_excluded::Steps>("itself_excluded"); }};
}

}  // namespace attnref::mutant
