// A shortcut that knows better than arithmetic: 0 times infinity is NaN, unless a mask deletes the key.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_zero_weights_skipped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output(weights.rows, values.columns);
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t j = 0; j < values.rows; ++j) {
        if (weights(i, j) == 0) continue;
        for (std::size_t c = 0; c < values.columns; ++c) output(i, c) += weights(i, j) * values(j, c);
      }
    }
    return output;
  }
};

}  // namespace in_zero_weights_skipped

Mutant zero_weights_skipped() {
  return {.name = "zero_weights_skipped",
          .mistake = "keys of weight 0 are skipped, and so are their infinities",
          .named_law = "infinity_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_zero_weights_skipped::Steps>("zero_weights_skipped"); }};
}

}  // namespace attnref::mutant
