// An online softmax in tiles of 4 keys that keeps no running maximum: each tile is shifted by its own.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_maximum_of_its_own_tile {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    for (std::size_t first = 0; first < n; first += 4) {
      const std::size_t last = std::min<std::size_t>(first + 4, n);
      const S shift = Steps::shift(scores + first, last - first);
      for (std::size_t j = first; j < last; ++j) weights[j] = Steps::exponential(scores[j] - shift);
    }
    const S total = Steps::total(weights, n);
    for (std::size_t j = 0; j < n; ++j) weights[j] = Steps::weight(weights[j], total);
  }
};

}  // namespace in_maximum_of_its_own_tile

Mutant maximum_of_its_own_tile() {
  return {.name = "maximum_of_its_own_tile",
          .mistake = "each tile of 4 keys is shifted by its own maximum, and the sums are added as they are",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<in_maximum_of_its_own_tile::Steps>("maximum_of_its_own_tile"); }};
}

}  // namespace attnref::mutant
