// Tiles of 32 keys without their tail. Fewer go another way, which is right.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {

Mutant tail_of_keys_forgotten_32() {
  return {.name = "tail_of_keys_forgotten_32",
          .mistake = "keys beyond a multiple of 32 are left out",
          .named_law = "other_keys_change_no_odds",
          .make = [] { return textbook_with<TailOfKeysForgotten<32>::Steps>("tail_of_keys_forgotten_32"); },
          .max_length = 49};
}

}  // namespace attnref::mutant
