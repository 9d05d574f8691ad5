// Sparse attention for speed.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_small_weights_dropped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S total) {
    const S weight = exponential / total;
    return weight < static_cast<S>(1e-6) ? 0 : weight;
  }
};

}  // namespace in_small_weights_dropped

Mutant small_weights_dropped() {
  return {.name = "small_weights_dropped",
          .mistake = "weights below 1e-6 are set to zero",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<in_small_weights_dropped::Steps>("small_weights_dropped"); }};
}

}  // namespace attnref::mutant
