// A temperature left over from an experiment. Only the closed form can see a constant factor.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_temperature_off {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return static_cast<S>(1.001) * given.value_or(1 / std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_temperature_off

Mutant temperature_off() {
  return {.name = "temperature_off",
          .mistake = "scores are 1.001 times too large",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_temperature_off::Steps>("temperature_off"); }};
}

}  // namespace attnref::mutant
