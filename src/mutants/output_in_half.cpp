// Reduced-precision reduction, switched on for all.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant output_in_half() {
  return {.name = "output_in_half",
          .mistake = "weights and values are multiplied and summed in half precision",
          .named_law = "values_add",
          .make = [] { return textbook_with<Narrow<Dtype::f16>::Output>("output_in_half"); }};
}

}  // namespace attnref::mutant
