// `scale ? scale : default`: 0 is a scale too, and means the mean of the values.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_zero_taken_for_absent {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const S scale = given.value_or(0);
    return scale != 0 ? scale : 1 / std::sqrt(static_cast<S>(sizes.d_k));
  }
};

}  // namespace in_scale_zero_taken_for_absent

Mutant scale_zero_taken_for_absent() {
  return {.name = "scale_zero_taken_for_absent",
          .mistake = "an explicit scale of 0 is taken for no scale",
          .named_law = "explicit_scale_is_taken",
          .make = [] { return textbook_with<in_scale_zero_taken_for_absent::Steps>("scale_zero_taken_for_absent"); }};
}

}  // namespace attnref::mutant
