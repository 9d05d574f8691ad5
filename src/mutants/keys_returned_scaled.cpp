// The scale is folded into the keys before they are handed out.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_keys_returned_scaled {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes& sizes) {
    for (S& key : results.keys.values) key /= std::sqrt(static_cast<S>(sizes.d_k));
    return results;
  }
};

}  // namespace in_keys_returned_scaled

Mutant keys_returned_scaled() {
  return {.name = "keys_returned_scaled",
          .mistake = "the keys that are returned carry the scale",
          .named_law = "agrees_with_the_definition",
          .make = [] { return textbook_with<in_keys_returned_scaled::Steps>("keys_returned_scaled"); }};
}

}  // namespace attnref::mutant
