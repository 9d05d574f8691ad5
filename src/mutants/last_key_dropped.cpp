// j < T - 1.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_last_key_dropped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const std::size_t seen = n > 1 ? n - 1 : n;
    HonestSteps<S, Steps<S>>::softmax_row(scores, weights, seen);
    if (seen < n) weights[seen] = 0;
  }
};

}  // namespace in_last_key_dropped

Mutant last_key_dropped() {
  return {.name = "last_key_dropped",
          .mistake = "the last of two keys or more is left out",
          .named_law = "duplicated_keys_share_their_weight",
          .make = [] { return textbook_with<in_last_key_dropped::Steps>("last_key_dropped"); }};
}

}  // namespace attnref::mutant
