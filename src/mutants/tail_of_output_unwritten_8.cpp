// Tiles of 8 queries without their tail: the caller's memory shows through.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_tail_of_output_unwritten_8 {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static void outputs(const attnref_problem& problem, Results<S> results) {
    if (results.output.rows > 8) results.output.rows = results.output.rows / 8 * 8;
    HonestCSteps<S, Steps>::outputs(problem, results);
  }
};

}  // namespace in_tail_of_output_unwritten_8

Mutant tail_of_output_unwritten_8() {
  return {.name = "tail_of_output_unwritten_8",
          .mistake = "rows of the output beyond a multiple of 8 are not written",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return c_textbook_with<in_tail_of_output_unwritten_8::Steps, "tail_of_output_unwritten_8">(); }};
}

}  // namespace attnref::mutant
