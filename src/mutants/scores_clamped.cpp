// A guard against overflow that the maximum makes needless.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_clamped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (S& score : scores.values) score = score > 10 ? 10 : score < -10 ? -10 : score;
    return scores;
  }
};

}  // namespace in_scores_clamped

Mutant scores_clamped() {
  return {.name = "scores_clamped",
          .mistake = "scores are clamped to [-10, 10]",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<in_scores_clamped::Steps>("scores_clamped"); }};
}

}  // namespace attnref::mutant
