// The accumulator of the matrix unit, set to f16 for speed, while f32 is declared.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant dot_in_half() {
  return {.name = "dot_in_half",
          .mistake = "scores are summed in half precision",
          .named_law = "projections_can_be_gauged",
          .make = [] { return textbook_with<Narrow<Dtype::f16>::Dot>("dot_in_half"); }};
}

}  // namespace attnref::mutant
