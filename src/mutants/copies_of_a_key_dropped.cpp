// A cache that takes a repeated key for one that it has already.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_copies_of_a_key_dropped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (std::size_t j = k.rows; j-- > 1;) {
      bool same = true;
      for (std::size_t c = 0; c < k.columns; ++c) same = same && k(j, c) == k(j - 1, c);
      for (std::size_t i = 0; same && i < scores.rows; ++i) scores(i, j) = -std::numeric_limits<S>::infinity();
    }
    return scores;
  }
};

}  // namespace in_copies_of_a_key_dropped

Mutant copies_of_a_key_dropped() {
  return {.name = "copies_of_a_key_dropped",
          .mistake = "of neighbouring keys with equal scores the first alone counts",
          .named_law = "duplicated_keys_share_their_weight",
          .make = [] { return textbook_with<in_copies_of_a_key_dropped::Steps>("copies_of_a_key_dropped"); }};
}

}  // namespace attnref::mutant
