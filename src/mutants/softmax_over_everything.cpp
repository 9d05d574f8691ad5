// No axis given: all the weights together sum to 1.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_softmax_over_everything {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    Table<S> weights(scores.rows, scores.columns);
    Steps::softmax_row(scores.values.data(), weights.values.data(), scores.values.size());
    return weights;
  }
};

}  // namespace in_softmax_over_everything

Mutant softmax_over_everything() {
  return {.name = "softmax_over_everything",
          .mistake = "softmax runs over the whole map at once",
          .named_law = "a_row_depends_on_its_query_alone",
          .make = [] { return textbook_with<in_softmax_over_everything::Steps>("softmax_over_everything"); }};
}

}  // namespace attnref::mutant
