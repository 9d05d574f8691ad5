// The tile's padding is handed out with the map.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_padded_to_tile {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> answered(Results<S> results, const Sizes&) {
    const Table<S> weights = results.weights;
    results.weights = Table<S>(weights.rows, (weights.columns + 7) / 8 * 8);
    for (std::size_t i = 0; i < weights.rows; ++i) {
      for (std::size_t j = 0; j < weights.columns; ++j) results.weights(i, j) = weights(i, j);
    }
    return results;
  }
};

}  // namespace in_weights_padded_to_tile

Mutant weights_padded_to_tile() {
  return {.name = "weights_padded_to_tile",
          .mistake = "rows of the weights are padded to a multiple of 8",
          .named_law = "outputs_have_their_shapes",
          .make = [] { return textbook_with<in_weights_padded_to_tile::Steps>("weights_padded_to_tile"); }};
}

}  // namespace attnref::mutant
