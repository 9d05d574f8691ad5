// The product with the values runs in half precision; the weights that are returned do not show it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_rounded_before_values {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> rounded = weights;
    for (S& weight : rounded.values) {
      int exponent = 0;
      const S fraction = std::frexp(weight, &exponent);
      if (std::isfinite(fraction)) weight = std::ldexp(std::round(fraction * 2048), exponent - 11);
    }
    return Steps::product(rounded, values);
  }
};

}  // namespace in_weights_rounded_before_values

Mutant weights_rounded_before_values() {
  return {
      .name = "weights_rounded_before_values",
      .mistake = "weights meet the values rounded to 11 bits, and are returned unrounded",
      .named_law = "weights_are_what_identity_values_read",
      .make = [] { return textbook_with<in_weights_rounded_before_values::Steps>("weights_rounded_before_values"); }};
}

}  // namespace attnref::mutant
