// float accumulation in double. In f32 it is right.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant output_in_float() {
  return {.name = "output_in_float",
          .mistake = "weights and values are multiplied and summed in single precision, in f64 too",
          .named_law = "values_add",
          .make = [] { return textbook_with<Narrow<Dtype::f32>::Output>("output_in_float"); }};
}

}  // namespace attnref::mutant
