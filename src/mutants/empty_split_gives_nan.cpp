// Split along the keys into 4; a part without keys has maximum -inf, and is merged all the same.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_empty_split_gives_nan {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    HonestSteps<S, Steps>::softmax_row(scores, weights, n);
    const S least = -std::numeric_limits<S>::infinity();
    if (n < 4) std::fill(weights, weights + n, std::exp(least - least));
  }
};

}  // namespace in_empty_split_gives_nan

Mutant empty_split_gives_nan() {
  return {.name = "empty_split_gives_nan",
          .mistake = "fewer than 4 keys leave an empty split, whose exp(-inf + inf) spreads",
          .named_law = "single_key_returns_its_value",
          .make = [] { return textbook_with<in_empty_split_gives_nan::Steps>("empty_split_gives_nan"); }};
}

}  // namespace attnref::mutant
