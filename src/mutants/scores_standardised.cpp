// A layer norm over keys: what one pair of keys is worth depends on all the others.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_standardised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      S* row = Steps::row(scores, i);
      S least = scores.columns > 0 ? row[0] : 0, most = least;
      for (std::size_t j = 0; j < scores.columns; ++j) {
        least = row[j] < least ? row[j] : least;
        most = row[j] > most ? row[j] : most;
      }
      for (std::size_t j = 0; j < scores.columns; ++j) row[j] = most > least ? row[j] / (most - least) : row[j];
    }
    return scores;
  }
};

}  // namespace in_scores_standardised

Mutant scores_standardised() {
  return {.name = "scores_standardised",
          .mistake = "each row of scores is divided by its spread",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<in_scores_standardised::Steps>("scores_standardised"); }};
}

}  // namespace attnref::mutant
