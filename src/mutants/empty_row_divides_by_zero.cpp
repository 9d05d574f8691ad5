// A sum over no keys, divided by the sum of no weights.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_empty_row_divides_by_zero {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes& sizes) {
    if (sizes.t_k > 0) return results;
    std::fill(results.output.values.begin(), results.output.values.end(), std::numeric_limits<S>::quiet_NaN());
    return results;
  }
};

}  // namespace in_empty_row_divides_by_zero

Mutant empty_row_divides_by_zero() {
  return {.name = "empty_row_divides_by_zero",
          .mistake = "without keys the output is 0 / 0",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return textbook_with<in_empty_row_divides_by_zero::Steps>("empty_row_divides_by_zero"); }};
}

}  // namespace attnref::mutant
