// Tiles of 64 queries without their tail: no sentence is that short in the tests of who wrote them.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant tail_of_output_forgotten_64() {
  return {.name = "tail_of_output_forgotten_64",
          .mistake = "rows of the output beyond a multiple of 64 stay zero",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return textbook_with<TailOfOutputForgotten<64>::Steps>("tail_of_output_forgotten_64"); },
          .max_length = 81};
}

}  // namespace attnref::mutant
