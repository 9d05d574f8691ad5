// An index of the cache of keys that is one behind: the slot of the newest key still holds zeros.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_newest_key_written_one_early {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> keys(const Projected<S>& in) {
    Table<S> keys = Steps::project(in.x, in.wk);
    const std::size_t n = keys.rows;
    for (std::size_t c = 0; n > 1 && c < keys.columns; ++c) {
      keys(n - 2, c) = keys(n - 1, c);
      keys(n - 1, c) = 0;
    }
    return keys;
  }
};

}  // namespace in_newest_key_written_one_early

Mutant newest_key_written_one_early() {
  return {.name = "newest_key_written_one_early",
          .mistake = "the last key is stored over the one before it",
          .named_law = "a_new_row_leaves_old_projections",
          .make = [] { return textbook_with<in_newest_key_written_one_early::Steps>("newest_key_written_one_early"); }};
}

}  // namespace attnref::mutant
