// A guard against overflow, wide enough for the scores that were looked at.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_clamped_at_20 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps>::scores(q, k, scale);
    for (S& score : scores.values) score = score > 20 ? 20 : score < -20 ? -20 : score;
    return scores;
  }
};

}  // namespace in_scores_clamped_at_20

Mutant scores_clamped_at_20() {
  return {.name = "scores_clamped_at_20",
          .mistake = "scores are clamped to [-20, 20]",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<in_scores_clamped_at_20::Steps>("scores_clamped_at_20"); }};
}

}  // namespace attnref::mutant
