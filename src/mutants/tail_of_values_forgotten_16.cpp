// The weights are right; the product with the values runs in tiles of 16 without a tail.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_tail_of_values_forgotten_16 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> seen = weights;
    const std::size_t whole = weights.columns > 16 ? weights.columns / 16 * 16 : weights.columns;
    for (std::size_t i = 0; i < seen.rows; ++i) {
      for (std::size_t j = whole; j < seen.columns; ++j) seen(i, j) = 0;
    }
    return Steps::product(seen, values);
  }
};

}  // namespace in_tail_of_values_forgotten_16

Mutant tail_of_values_forgotten_16() {
  return {.name = "tail_of_values_forgotten_16",
          .mistake = "values beyond a multiple of 16 keys are left out of the sum",
          .named_law = "weights_are_what_identity_values_read",
          .make = [] { return textbook_with<in_tail_of_values_forgotten_16::Steps>("tail_of_values_forgotten_16"); }};
}

}  // namespace attnref::mutant
