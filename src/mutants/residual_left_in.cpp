// The connection around the layer counted as part of it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_residual_left_in {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output = Steps::product(weights, values);
    if (output.rows != values.rows) return output;
    for (std::size_t n = 0; n < output.values.size(); ++n) output.values[n] += values.values[n];
    return output;
  }
};

}  // namespace in_residual_left_in

Mutant residual_left_in() {
  return {.name = "residual_left_in",
          .mistake = "a square map's output has the values added to it",
          .named_law = "output_lies_in_the_hull_of_values",
          .make = [] { return textbook_with<in_residual_left_in::Steps>("residual_left_in"); }};
}

}  // namespace attnref::mutant
