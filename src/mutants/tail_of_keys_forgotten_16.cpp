// Tiles of 16 keys without their tail. Fewer go another way, which is right.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant tail_of_keys_forgotten_16() {
  return {.name = "tail_of_keys_forgotten_16",
          .mistake = "keys beyond a multiple of 16 are left out",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<TailOfKeysForgotten<16>::Steps>("tail_of_keys_forgotten_16"); }};
}

}  // namespace attnref::mutant
