// Quantised values: a scale for the whole tensor, so that what one column holds decides what another can.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_values_in_eight_bits {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    S most = 0;
    for (const S value : values.values) most = std::max(most, std::fabs(value));
    Table<S> quantised = values;
    const S step = most / 127;
    for (S& value : quantised.values) value = std::isfinite(step) && step > 0 ? std::round(value / step) * step : value;
    return Steps::product(weights, quantised);
  }
};

}  // namespace in_values_in_eight_bits

Mutant values_in_eight_bits() {
  return {.name = "values_in_eight_bits",
          .mistake = "values are rounded to 255 steps between -max |v| and max |v|",
          .named_law = "values_add",
          .make = [] { return textbook_with<in_values_in_eight_bits::Steps>("values_in_eight_bits"); }};
}

}  // namespace attnref::mutant
