// Flush to zero switched on, and not declared.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_subnormals_flushed {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S total) {
    const S weight = exponential / total;
    return weight < std::numeric_limits<S>::min() ? 0 : weight;
  }
};

}  // namespace in_subnormals_flushed

Mutant subnormals_flushed() {
  return {.name = "subnormals_flushed",
          .mistake = "subnormal weights become zero",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<in_subnormals_flushed::Steps>("subnormals_flushed"); }};
}

}  // namespace attnref::mutant
