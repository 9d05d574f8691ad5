// A normalisation over positions: every new token moves the projections of all the old ones.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_positions_centred_first {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> centred(Table<S> table) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      S mean = 0;
      for (std::size_t i = 0; i < table.rows; ++i) mean += table(i, c) / static_cast<S>(table.rows);
      for (std::size_t i = 0; i < table.rows; ++i) table(i, c) -= mean;
    }
    return table;
  }
  static Table<S> queries(const Projected<S>& in) { return centred(Steps::project(in.x, in.wq)); }
  static Table<S> keys(const Projected<S>& in) { return centred(Steps::project(in.x, in.wk)); }
};

}  // namespace in_positions_centred_first

Mutant positions_centred_first() {
  return {.name = "positions_centred_first",
          .mistake = "queries and keys have their mean over positions subtracted",
          .named_law = "a_new_row_leaves_old_projections",
          .make = [] { return textbook_with<in_positions_centred_first::Steps>("positions_centred_first"); }};
}

}  // namespace attnref::mutant
