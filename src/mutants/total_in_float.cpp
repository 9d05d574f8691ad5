// float accumulation in double. In f32 it is right.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant total_in_float() {
  return {.name = "total_in_float",
          .mistake = "the denominator is summed in single precision, in f64 too",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<Narrow<Dtype::f32>::Total>("total_in_float"); }};
}

}  // namespace attnref::mutant
