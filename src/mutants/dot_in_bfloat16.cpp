// The accumulator of the matrix unit, set to bf16 for speed, while f32 is declared.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant dot_in_bfloat16() {
  return {.name = "dot_in_bfloat16",
          .mistake = "scores are summed in bfloat16",
          .named_law = "scores_add_in_the_key",
          .make = [] { return textbook_with<Narrow<Dtype::bf16>::Dot>("dot_in_bfloat16"); }};
}

}  // namespace attnref::mutant
