// A reciprocal root with one Newton step too few, right to twenty bits: f32 would hardly show it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <type_traits>

namespace attnref::mutant {
namespace in_scale_off_in_f64 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S scale(const Sizes& sizes, std::optional<S> given) {
    const S off = std::is_same_v<S, double> ? 1 + static_cast<S>(0x1p-20) : S{1};
    return given.value_or(off / std::sqrt(static_cast<S>(sizes.d_k)));
  }
};

}  // namespace in_scale_off_in_f64

Mutant scale_off_in_f64() {
  return {.name = "scale_off_in_f64",
          .mistake = "in f64 the scale is 1/sqrt(d_k) times 1 + 2^-20",
          .named_law = "scale_is_one_over_root_dk",
          .make = [] { return textbook_with<in_scale_off_in_f64::Steps>("scale_off_in_f64"); }};
}

}  // namespace attnref::mutant
