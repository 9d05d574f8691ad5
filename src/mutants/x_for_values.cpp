// W^V is never used; where X is narrower than the values the rest is zero.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_x_for_values {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> values(const Projected<S>& in) {
    Table<S> values(in.x.rows, in.wv.columns);
    for (std::size_t i = 0; i < values.rows; ++i) {
      for (std::size_t c = 0; c < values.columns && c < in.x.columns; ++c) values(i, c) = in.x(i, c);
    }
    return values;
  }
};

}  // namespace in_x_for_values

Mutant x_for_values() {
  return {.name = "x_for_values",
          .mistake = "the output mixes the first columns of X instead of X W^V",
          .named_law = "projecting_first_changes_nothing",
          .make = [] { return textbook_with<in_x_for_values::Steps>("x_for_values"); }};
}

}  // namespace attnref::mutant
