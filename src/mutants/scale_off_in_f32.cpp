// A reciprocal root from a table, right to twelve bits, as a first guess for Newton steps that were left out.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <type_traits>

namespace attnref::mutant {
namespace in_scale_off_in_f32 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const S off = std::is_same_v<S, float> ? 1 + static_cast<S>(0x1p-12) : S{1};
    return given.value_or(off / std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_scale_off_in_f32

Mutant scale_off_in_f32() {
  return {.name = "scale_off_in_f32",
          .mistake = "in f32 the scale is 1/sqrt(d_k) times 1 + 2^-12",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_scale_off_in_f32::Steps>("scale_off_in_f32"); }};
}

}  // namespace attnref::mutant
