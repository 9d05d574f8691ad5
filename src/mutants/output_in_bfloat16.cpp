// Reduced-precision reduction, switched on for all.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant output_in_bfloat16() {
  return {.name = "output_in_bfloat16",
          .mistake = "weights and values are multiplied and summed in bfloat16",
          .named_law = "values_enter_column_by_column",
          .make = [] { return textbook_with<Narrow<Dtype::bf16>::Output>("output_in_bfloat16"); }};
}

}  // namespace attnref::mutant
