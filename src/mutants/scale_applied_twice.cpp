// Scaled once on the queries and once on the scores.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_applied_twice {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const S once = given.value_or(1 / std::sqrt(static_cast<S>(sizes.d_k)));
    return once * once;
  }
};

}  // namespace in_scale_applied_twice

Mutant scale_applied_twice() {
  return {.name = "scale_applied_twice",
          .mistake = "scores are divided by the root of d_k twice",
          .named_law = "lesson_arrays_are_matched",
          .make = [] { return textbook_with<in_scale_applied_twice::Steps>("scale_applied_twice"); }};
}

}  // namespace attnref::mutant
