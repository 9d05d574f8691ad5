// Adding 1 to 256 changes nothing.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant total_in_bfloat16() {
  return {.name = "total_in_bfloat16",
          .mistake = "the denominator is summed in bfloat16",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<Narrow<Dtype::bf16>::Total>("total_in_bfloat16"); }};
}

}  // namespace attnref::mutant
