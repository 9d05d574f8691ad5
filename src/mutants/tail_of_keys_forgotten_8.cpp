// Tiles of 8 keys without their tail. Fewer than 8 go another way, which is right.
#include "mutants/mutant.hpp"
#include "mutants/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static void softmax_row(const S* scores, S* weights, std::size_t n) {
    const std::size_t seen = n > 8 ? n / 8 * 8 : n;
    HonestSteps<S, Steps<S>>::softmax_row(scores, weights, seen);
    std::fill(weights + seen, weights + n, S{0});
  }
};

}  // namespace

Mutant tail_of_keys_forgotten_8() {
  return {.name = "tail_of_keys_forgotten_8",
          .mistake = "keys beyond a multiple of 8 are left out",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<Steps>("tail_of_keys_forgotten_8"); }};
}

}  // namespace attnref::mutant
