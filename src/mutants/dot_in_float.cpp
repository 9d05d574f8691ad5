// float accumulation in double. In f32 it is right.
#include "mutation/mutant.hpp"
#include "textbook/narrow.hpp"

namespace attnref::mutant {

Mutant dot_in_float() {
  return {.name = "dot_in_float",
          .mistake = "scores are summed in single precision, in f64 too",
          .named_law = "projections_can_be_gauged",
          .make = [] { return textbook_with<Narrow<Dtype::f32>::Dot>("dot_in_float"); }};
}

}  // namespace attnref::mutant
