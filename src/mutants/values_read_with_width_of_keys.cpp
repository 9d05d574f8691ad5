// One stride for keys and values: right as long as d_v = d_k.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_values_read_with_width_of_keys {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> attend(Table<S> q, Table<S> k, Table<S> v, const Sizes& sizes, std::optional<S> scale) {
    const Table<S> stored = v;
    for (std::size_t j = 0; j < v.rows; ++j) {
      for (std::size_t c = 0; c < v.columns; ++c) {
        const std::size_t place = j * k.columns + c;
        v(j, c) = place < stored.values.size() ? stored.values[place] : 0;
      }
    }
    return HonestSteps<S, Steps<S>>::attend(std::move(q), std::move(k), std::move(v), sizes, scale);
  }
};

}  // namespace in_values_read_with_width_of_keys

Mutant values_read_with_width_of_keys() {
  return {
      .name = "values_read_with_width_of_keys",
      .mistake = "rows of V are taken to be d_k wide",
      .named_law = "values_enter_column_by_column",
      .make = [] { return textbook_with<in_values_read_with_width_of_keys::Steps>("values_read_with_width_of_keys"); }};
}

}  // namespace attnref::mutant
