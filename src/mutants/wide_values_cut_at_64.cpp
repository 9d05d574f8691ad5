// An accumulator of 64 columns.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_wide_values_cut_at_64 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, const Table<S>& values) {
    Table<S> output = HonestSteps<S, Steps<S>>::output(weights, values);
    for (std::size_t i = 0; i < output.rows; ++i) {
      for (std::size_t c = 64; c < output.columns; ++c) output(i, c) = 0;
    }
    return output;
  }
};

}  // namespace in_wide_values_cut_at_64

Mutant wide_values_cut_at_64() {
  return {.name = "wide_values_cut_at_64",
          .mistake = "columns of the output beyond the 64th are left at zero",
          .named_law = "values_enter_column_by_column",
          .make = [] { return textbook_with<in_wide_values_cut_at_64::Steps>("wide_values_cut_at_64"); },
          .max_length = 129};
}

}  // namespace attnref::mutant
