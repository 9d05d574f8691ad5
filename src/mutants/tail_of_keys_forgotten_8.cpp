// Tiles of 8 keys without their tail. Fewer than 8 go another way, which is right.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant tail_of_keys_forgotten_8() {
  return {.name = "tail_of_keys_forgotten_8",
          .mistake = "keys beyond a multiple of 8 are left out",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<TailOfKeysForgotten<8>::Steps>("tail_of_keys_forgotten_8"); }};
}

}  // namespace attnref::mutant
