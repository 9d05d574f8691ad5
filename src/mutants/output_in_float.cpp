// float accumulation in double. In f32 it is right.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output(weights.rows, values.columns);
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t c = 0; c < values.columns; ++c) {
        float sum = 0;
        for (std::size_t j = 0; j < values.rows; ++j) sum += static_cast<float>(weights(i, j) * values(j, c));
        output(i, c) = static_cast<S>(sum);
      }
    }
    return output;
  }
};

}  // namespace

Mutant output_in_float() {
  return {.name = "output_in_float",
          .mistake = "weights and values are multiplied and summed in single precision, in f64 too",
          .named_law = "values_add",
          .make = [] { return textbook_with<Steps>("output_in_float"); }};
}

}  // namespace attnref::mutant
