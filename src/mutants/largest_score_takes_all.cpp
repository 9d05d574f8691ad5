// Hard attention: argmax for softmax.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_largest_score_takes_all {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    std::size_t best = 0;
    for (std::size_t j = 0; j < n; ++j) {
      best = scores[j] > scores[best] ? j : best;
      weights[j] = 0;
    }
    if (n > 0) weights[best] = 1;
  }
};

}  // namespace in_largest_score_takes_all

Mutant largest_score_takes_all() {
  return {.name = "largest_score_takes_all",
          .mistake = "the first largest score of a row gets all the weight",
          .named_law = "zero_queries_give_the_mean",
          .make = [] { return textbook_with<in_largest_score_takes_all::Steps>("largest_score_takes_all"); }};
}

}  // namespace attnref::mutant
