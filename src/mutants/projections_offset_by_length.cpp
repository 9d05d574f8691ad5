// A perceptron's habit: each length has its own place in the parameters.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_projections_offset_by_length {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> keys(const Projected<S>& in) {
    Table<S> wk = in.wk;
    for (std::size_t m = 0; m < wk.rows; ++m) {
      for (std::size_t c = 0; c < wk.columns; ++c) wk(m, c) = in.wk((m + in.x.rows) % wk.rows, c);
    }
    return Steps::project(in.x, wk);
  }
};

}  // namespace in_projections_offset_by_length

Mutant projections_offset_by_length() {
  return {.name = "projections_offset_by_length",
          .mistake = "W^K is read from a row that depends on the number of positions",
          .named_law = "one_set_of_weights_serves_every_length",
          .make = [] { return textbook_with<in_projections_offset_by_length::Steps>("projections_offset_by_length"); }};
}

}  // namespace attnref::mutant
