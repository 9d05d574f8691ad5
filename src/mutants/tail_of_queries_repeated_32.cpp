// Tiles of 32 queries; the tail finds the tile before it still in its registers.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {
namespace in_tail_of_queries_repeated_32 {

struct Filler {
  template <class S>
  static S element(const Table<S>& q, std::size_t i, std::size_t c) {
    return q(i - 32, c);
  }
};

}  // namespace in_tail_of_queries_repeated_32

Mutant tail_of_queries_repeated_32() {
  return {.name = "tail_of_queries_repeated_32",
          .mistake = "queries beyond a multiple of 32 are those 32 before",
          .named_law = "permuting_positions_permutes_the_answer",
          .make =
              [] {
                return textbook_with<TailOfQueriesReplaced<32, in_tail_of_queries_repeated_32::Filler>::Steps>(
                    "tail_of_queries_repeated_32");
              },
          .max_length = 49};
}

}  // namespace attnref::mutant
