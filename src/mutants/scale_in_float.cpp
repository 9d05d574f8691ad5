// A constant typed 1.0f. In f32 it is right, and where d_k is a power of four it is right in f64 too.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scale_in_float {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return given.value_or(static_cast<S>(1 / std::sqrt(static_cast<float>(sizes.d_k))));
  }
};

}  // namespace in_scale_in_float

Mutant scale_in_float() {
  return {.name = "scale_in_float",
          .mistake = "1/sqrt(d_k) is computed in single precision, in f64 too",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_scale_in_float::Steps>("scale_in_float"); }};
}

}  // namespace attnref::mutant
