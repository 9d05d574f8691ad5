// A bias by position left on: who asks and who answers is no longer all that counts.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_past_penalised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < scores.columns && j < i; ++j) scores(i, j) -= S{0.5};
    }
    return scores;
  }
};

}  // namespace in_past_penalised

Mutant past_penalised() {
  return {.name = "past_penalised",
          .mistake = "scores of keys before the query are 1/2 smaller",
          .named_law = "weights_satisfy_detailed_balance",
          .make = [] { return textbook_with<in_past_penalised::Steps>("past_penalised"); }};
}

}  // namespace attnref::mutant
