// The right scores go into the softmax and the raw ones go out.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_returned_unscaled {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    results.scores = HonestSteps<S, Steps<S>>::scores(results.queries, results.keys, 1);
    return results;
  }
};

}  // namespace in_scores_returned_unscaled

Mutant scores_returned_unscaled() {
  return {.name = "scores_returned_unscaled",
          .mistake = "the scores that are returned are those before the scale",
          .named_law = "log_sum_exp_normalises_the_scores",
          .make = [] { return textbook_with<in_scores_returned_unscaled::Steps>("scores_returned_unscaled"); }};
}

}  // namespace attnref::mutant
