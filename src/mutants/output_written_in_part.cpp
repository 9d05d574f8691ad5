// Tiles of 8 queries without their tail.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant output_written_in_part() {
  return {.name = "output_written_in_part",
          .mistake = "rows of the output beyond a multiple of 8 stay zero",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<TailOfOutputForgotten<8>::Steps>("output_written_in_part"); }};
}

}  // namespace attnref::mutant
