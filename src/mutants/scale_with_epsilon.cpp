// A constant against division by zero where nothing can be zero.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_with_epsilon {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(1 / std::sqrt(static_cast<S>(sizes.d_k) + static_cast<S>(1e-3)));
  }
};

}  // namespace in_scale_with_epsilon

Mutant scale_with_epsilon() {
  return {.name = "scale_with_epsilon",
          .mistake = "scores are divided by the root of d_k + 1e-3",
          .named_law = "quadrupling_dk",
          .make = [] { return textbook_with<in_scale_with_epsilon::Steps>("scale_with_epsilon"); }};
}

}  // namespace attnref::mutant
