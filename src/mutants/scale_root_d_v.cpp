// The width of the values where that of the keys is due: right as long as both are equal, as they often are.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_root_d_v {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(1 / std::sqrt(static_cast<S>(sizes.d_v)));
  }
};

}  // namespace in_scale_root_d_v

Mutant scale_root_d_v() {
  return {.name = "scale_root_d_v",
          .mistake = "scores are divided by the root of d_v",
          .named_law = "values_enter_column_by_column",
          .make = [] { return textbook_with<in_scale_root_d_v::Steps>("scale_root_d_v"); }};
}

}  // namespace attnref::mutant
