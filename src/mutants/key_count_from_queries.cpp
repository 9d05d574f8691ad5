// One length for both sequences: right in self-attention.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_key_count_from_queries {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    const std::size_t seen = std::min(scores.rows, scores.columns);
    Table<S> weights(scores.rows, scores.columns);
    for (std::size_t i = 0; i < scores.rows; ++i)
      Steps::softmax_row(Steps::row(scores, i), Steps::row(weights, i), seen);
    return weights;
  }
};

}  // namespace in_key_count_from_queries

Mutant key_count_from_queries() {
  return {.name = "key_count_from_queries",
          .mistake = "no more keys are read than there are queries",
          .named_law = "a_row_depends_on_its_query_alone",
          .make = [] { return textbook_with<in_key_count_from_queries::Steps>("key_count_from_queries"); }};
}

}  // namespace attnref::mutant
