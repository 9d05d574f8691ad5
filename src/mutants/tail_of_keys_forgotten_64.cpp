// Tiles of 64 keys without their tail. Fewer go another way, which is right.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant tail_of_keys_forgotten_64() {
  return {.name = "tail_of_keys_forgotten_64",
          .mistake = "keys beyond a multiple of 64 are left out",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<TailOfKeysForgotten<64>::Steps>("tail_of_keys_forgotten_64"); },
          .max_length = 81};
}

}  // namespace attnref::mutant
