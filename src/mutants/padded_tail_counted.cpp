// Padding keys are zeros, their scores are 0, and 0 is a score like any other.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_padded_tail_counted {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    std::vector<S> padded(scores, scores + n);
    padded.resize((n + 7) / 8 * 8, 0);
    std::vector<S> softened(padded.size());
    HonestSteps<S, Steps<S>>::softmax_row(padded.data(), softened.data(), padded.size());
    for (std::size_t j = 0; j < n; ++j) weights[j] = softened[j];
  }
};

}  // namespace in_padded_tail_counted

Mutant padded_tail_counted() {
  return {.name = "padded_tail_counted",
          .mistake = "keys that pad the last tile of 8 are counted in the denominator",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<in_padded_tail_counted::Steps>("padded_tail_counted"); }};
}

}  // namespace attnref::mutant
