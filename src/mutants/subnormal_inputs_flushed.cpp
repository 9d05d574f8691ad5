// Denormals are zero, and it is not declared: they are lost as they are read.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_subnormal_inputs_flushed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, Table<S> values) {
    for (S& value : values.values) value = std::fpclassify(value) == FP_SUBNORMAL ? 0 : value;
    return Steps::product(weights, values);
  }
};

}  // namespace in_subnormal_inputs_flushed

Mutant subnormal_inputs_flushed() {
  return {.name = "subnormal_inputs_flushed",
          .mistake = "subnormal values are read as zero",
          .named_law = "single_key_returns_its_value",
          .make = [] { return textbook_with<in_subnormal_inputs_flushed::Steps>("subnormal_inputs_flushed"); }};
}

}  // namespace attnref::mutant
