// The caller's scale multiplies the default one instead of taking its place.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_given_and_default {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(1) / std::sqrt(static_cast<S>(sizes.d_k));
  }
};

}  // namespace in_scale_given_and_default

Mutant scale_given_and_default() {
  return {.name = "scale_given_and_default",
          .mistake = "a given scale is applied on top of 1/sqrt(d_k)",
          .named_law = "zero_padding_dk_at_fixed_scale",
          .make = [] { return textbook_with<in_scale_given_and_default::Steps>("scale_given_and_default"); }};
}

}  // namespace attnref::mutant
