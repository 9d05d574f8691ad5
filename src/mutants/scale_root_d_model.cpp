// The width of X where the width of the keys is due; where X is not given it is the width of the keys.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_root_d_model {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const std::size_t width = sizes.d_model > 0 ? sizes.d_model : sizes.d_k;
    return given.value_or(1 / std::sqrt(static_cast<S>(width)));
  }
};

}  // namespace in_scale_root_d_model

Mutant scale_root_d_model() {
  return {.name = "scale_root_d_model",
          .mistake = "scores are divided by the root of d_model",
          .named_law = "projecting_first_changes_nothing",
          .make = [] { return textbook_with<in_scale_root_d_model::Steps>("scale_root_d_model"); }};
}

}  // namespace attnref::mutant
