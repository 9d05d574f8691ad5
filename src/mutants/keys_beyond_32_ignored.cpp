// A buffer for 32 keys, filled and never enlarged.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_keys_beyond_32_ignored {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const std::size_t seen = std::min<std::size_t>(n, 32);
    HonestSteps<S, Steps<S>>::softmax_row(scores, weights, seen);
    std::fill(weights + seen, weights + n, S{0});
  }
};

}  // namespace in_keys_beyond_32_ignored

Mutant keys_beyond_32_ignored() {
  return {.name = "keys_beyond_32_ignored",
          .mistake = "keys beyond the 32nd are ignored",
          .named_law = "every_position_is_looked_at",
          .make = [] { return textbook_with<in_keys_beyond_32_ignored::Steps>("keys_beyond_32_ignored"); }};
}

}  // namespace attnref::mutant
