// A guard against overflow, of values that no sum of weights overflows.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_clamps_large_values {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> output(const Table<S>& weights, Table<S> values) {
    for (S& value : values.values) value = std::clamp<S>(value, -1e10, 1e10);
    return HonestSteps<S, Steps<S>>::output(weights, values);
  }
};

}  // namespace in_clamps_large_values

Mutant clamps_large_values() {
  return {.name = "clamps_large_values",
          .mistake = "values are cut off at 1e10",
          .named_law = "values_enter_column_by_column",
          .make = [] { return textbook_with<in_clamps_large_values::Steps>("clamps_large_values"); }};
}

}  // namespace attnref::mutant
