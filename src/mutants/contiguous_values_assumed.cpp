// Rows are read one after the other, wherever the caller has them.
#include "textbook/c_textbook.hpp"
#include "mutation/mutant.hpp"

namespace attnref::mutant {
namespace in_contiguous_values_assumed {

template <class S>
struct Steps : HonestCSteps<S, Steps<S>> {
  static Inputs<S> inputs(attnref_problem problem) {
    attnref_tensor& values = problem.x.data != nullptr ? problem.wv : problem.v;
    values.strides[0] = values.shape[1];
    return HonestCSteps<S, Steps>::inputs(problem);
  }
};

}  // namespace in_contiguous_values_assumed

Mutant contiguous_values_assumed() {
  return {.name = "contiguous_values_assumed",
          .mistake = "the row stride of V is ignored",
          .named_law = "constant_values_give_constant_output",
          .make = [] { return c_textbook_with<in_contiguous_values_assumed::Steps, "contiguous_values_assumed">(); }};
}

}  // namespace attnref::mutant
