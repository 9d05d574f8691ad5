// A mask nobody asked for.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_causal_left_on {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = i + 1; j < scores.columns; ++j) scores(i, j) = -std::numeric_limits<S>::infinity();
    }
    return scores;
  }
};

}  // namespace in_causal_left_on

Mutant causal_left_on() {
  return {.name = "causal_left_on",
          .mistake = "keys after the query get no weight",
          .named_law = "permuting_positions_permutes_the_answer",
          .make = [] { return textbook_with<in_causal_left_on::Steps>("causal_left_on"); }};
}

}  // namespace attnref::mutant
