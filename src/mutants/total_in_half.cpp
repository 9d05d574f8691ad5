// The weights are f16, and so is the sum over them.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant total_in_half() {
  return {.name = "total_in_half",
          .mistake = "the denominator is summed in half precision",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<Narrow<Dtype::f16>::Total>("total_in_half"); }};
}

}  // namespace attnref::mutant
