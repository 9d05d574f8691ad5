// Distances where similarities are due: the nearest key gets the least.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_negative {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(-1 / std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_scale_negative

Mutant scale_negative() {
  return {.name = "scale_negative",
          .mistake = "the sign of the scale is lost: the least alike get the most weight",
          .named_law = "longer_vectors_tighten_the_diagonal",
          .make = [] { return textbook_with<in_scale_negative::Steps>("scale_negative"); }};
}

}  // namespace attnref::mutant
