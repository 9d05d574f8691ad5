// Tiles of 16 keys; the tail's offset is one too small, so that the key before it is counted twice.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_tail_of_keys_doubled_16 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    HonestSteps<S, Steps<S>>::softmax_row(scores, weights, n);
    const std::size_t whole = n / 16 * 16;
    if (whole == 0 || whole == n) return;
    const S twice = weights[whole - 1];
    weights[whole - 1] += twice;
    for (std::size_t j = 0; j < n; ++j) weights[j] /= 1 + twice;
  }
};

}  // namespace in_tail_of_keys_doubled_16

Mutant tail_of_keys_doubled_16() {
  return {.name = "tail_of_keys_doubled_16",
          .mistake = "the tail beyond a multiple of 16 keys starts one key early",
          .named_law = "zero_queries_give_the_mean",
          .make = [] { return textbook_with<in_tail_of_keys_doubled_16::Steps>("tail_of_keys_doubled_16"); }};
}

}  // namespace attnref::mutant
