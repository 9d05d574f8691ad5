// Tiles of 8 queries without their tail.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output = Steps::product(weights, values);
    const std::size_t whole = output.rows > 8 ? output.rows / 8 * 8 : output.rows;
    for (std::size_t i = whole; i < output.rows; ++i) {
      for (std::size_t c = 0; c < output.columns; ++c) output(i, c) = 0;
    }
    return output;
  }
};

}  // namespace

Mutant output_written_in_part() {
  return {.name = "output_written_in_part",
          .mistake = "rows of the output beyond a multiple of 8 stay zero",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<Steps>("output_written_in_part"); }};
}

}  // namespace attnref::mutant
