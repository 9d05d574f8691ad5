// The softmax that lets a row attend to nothing: e^s / (1 + sum e^s).
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_softmax_off_by_one {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const S shift = Steps::shift(scores, n);
    for (std::size_t j = 0; j < n; ++j) weights[j] = std::exp(scores[j] - shift);
    const S total = Steps::total(weights, n) + std::exp(-shift);
    for (std::size_t j = 0; j < n; ++j) weights[j] /= total;
  }
};

}  // namespace in_softmax_off_by_one

Mutant softmax_off_by_one() {
  return {.name = "softmax_off_by_one",
          .mistake = "the denominator counts one key more, of score 0",
          .named_law = "single_key_returns_its_value",
          .make = [] { return textbook_with<in_softmax_off_by_one::Steps>("softmax_off_by_one"); }};
}

}  // namespace attnref::mutant
