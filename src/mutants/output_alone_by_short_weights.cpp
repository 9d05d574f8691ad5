// The path that users take: fused, where only the one that tests ask for also returns the weights.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_output_alone_by_short_weights {

template <class S>
struct ShortWeights : HonestSteps<S, ShortWeights<S>> {
  static S weight(S exponential, S total) {
    return static_cast<S>(round_to(Dtype::bf16, static_cast<double>(exponential / total)));
  }
};

struct Forked {
  Textbook whole = honest_textbook("output_alone_by_short_weights");
  Textbook fused{whole.name, &attend_by<double, ShortWeights<double>>, &attend_by<float, ShortWeights<float>>};

  Capabilities describe() const { return whole.describe(); }
  Reply attend(const Problem& problem) const {
    return problem.wanted.size() == 1 ? fused.attend(problem) : whole.attend(problem);
  }
};

}  // namespace in_output_alone_by_short_weights

Mutant output_alone_by_short_weights() {
  return {.name = "output_alone_by_short_weights",
          .mistake = "weights are rounded to bfloat16 where only the output is asked for",
          .named_law = "agrees_with_the_definition",
          .make = [] { return AnyBackend(in_output_alone_by_short_weights::Forked{}); }};
}

}  // namespace attnref::mutant
