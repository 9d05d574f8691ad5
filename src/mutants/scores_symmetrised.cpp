// Every pair is made to agree on how alike it is, which the two readings of X are there to undo.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_symmetrised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    const Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    if (scores.rows != scores.columns) return scores;
    Table<S> symmetric = scores;
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < scores.columns; ++j) symmetric(i, j) = (scores(i, j) + scores(j, i)) / 2;
    }
    return symmetric;
  }
};

}  // namespace in_scores_symmetrised

Mutant scores_symmetrised() {
  return {.name = "scores_symmetrised",
          .mistake = "a square map of scores is replaced by (E + E^T) / 2",
          .named_law = "projections_can_be_gauged",
          .make = [] { return textbook_with<in_scores_symmetrised::Steps>("scores_symmetrised"); }};
}

}  // namespace attnref::mutant
