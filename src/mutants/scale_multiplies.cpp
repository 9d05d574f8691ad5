// Divided by the scale instead of multiplied by it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_multiplies {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_scale_multiplies

Mutant scale_multiplies() {
  return {.name = "scale_multiplies",
          .mistake = "scores are multiplied by the root of d_k",
          .named_law = "quadrupling_dk",
          .make = [] { return textbook_with<in_scale_multiplies::Steps>("scale_multiplies"); }};
}

}  // namespace attnref::mutant
