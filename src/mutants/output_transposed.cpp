// Columns first.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_output_transposed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    const Table<S> y = results.output;
    results.output = Table<S>(y.columns, y.rows);
    for (std::size_t i = 0; i < y.rows; ++i) {
      for (std::size_t c = 0; c < y.columns; ++c) results.output(c, i) = y(i, c);
    }
    return results;
  }
};

}  // namespace in_output_transposed

Mutant output_transposed() {
  return {.name = "output_transposed",
          .mistake = "the output is handed over as d_v x T",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return textbook_with<in_output_transposed::Steps>("output_transposed"); }};
}

}  // namespace attnref::mutant
