// Tiles of 16 queries; the tail is loaded through a mask that leaves nothing.
#include "mutation/mutant.hpp"
#include "textbook/tails.hpp"

namespace attnref::mutant {
namespace in_tail_of_queries_padded_16 {

struct Filler {
  template <class S>
  static S element(const Table<S>&, std::size_t, std::size_t) {
    return 0;
  }
};

}  // namespace in_tail_of_queries_padded_16

Mutant tail_of_queries_padded_16() {
  return {.name = "tail_of_queries_padded_16",
          .mistake = "queries beyond a multiple of 16 are taken for zeros",
          .named_law = "a_row_depends_on_its_query_alone",
          .make = [] {
            return textbook_with<TailOfQueriesReplaced<16, in_tail_of_queries_padded_16::Filler>::Steps>(
                "tail_of_queries_padded_16");
          }};
}

}  // namespace attnref::mutant
