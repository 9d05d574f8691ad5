// The parameter is there and nobody reads it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_ignored_when_given {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S>) { return 1 / std::sqrt(static_cast<S>(sizes.d_k)); }
};

}  // namespace in_scale_ignored_when_given

Mutant scale_ignored_when_given() {
  return {.name = "scale_ignored_when_given",
          .mistake = "the caller's scale is ignored",
          .named_law = "explicit_scale_is_taken",
          .make = [] { return textbook_with<in_scale_ignored_when_given::Steps>("scale_ignored_when_given"); }};
}

}  // namespace attnref::mutant
