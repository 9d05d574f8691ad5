// The name of the function next to it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_log_weights_returned {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    for (S& weight : results.weights.values) weight = std::log(weight);
    return results;
  }
};

}  // namespace in_log_weights_returned

Mutant log_weights_returned() {
  return {.name = "log_weights_returned",
          .mistake = "log-softmax is returned for the weights",
          .named_law = "weights_lie_between_zero_and_one",
          .make = [] { return textbook_with<in_log_weights_returned::Steps>("log_weights_returned"); }};
}

}  // namespace attnref::mutant
