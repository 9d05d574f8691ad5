// Flush to zero, and it is not declared: small values lose their answer, large ones do not.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_subnormal_outputs_flushed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output = Steps::product(weights, values);
    for (S& y : output.values) y = std::fpclassify(y) == FP_SUBNORMAL ? 0 : y;
    return output;
  }
};

}  // namespace in_subnormal_outputs_flushed

Mutant subnormal_outputs_flushed() {
  return {.name = "subnormal_outputs_flushed",
          .mistake = "subnormal outputs become zero",
          .named_law = "single_key_returns_its_value",
          .make = [] { return textbook_with<in_subnormal_outputs_flushed::Steps>("subnormal_outputs_flushed"); }};
}

}  // namespace attnref::mutant
