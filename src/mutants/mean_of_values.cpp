// The scores never reach the softmax.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_mean_of_values {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S*, S* weights, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) weights[j] = 1 / static_cast<S>(n);
  }
};

}  // namespace in_mean_of_values

Mutant mean_of_values() {
  return {.name = "mean_of_values",
          .mistake = "every key gets the same weight",
          .named_law = "a_far_key_copies_its_value",
          .make = [] { return textbook_with<in_mean_of_values::Steps>("mean_of_values"); }};
}

}  // namespace attnref::mutant
