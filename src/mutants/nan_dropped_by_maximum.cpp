// max(score, lowest) as the processor has it: of a NaN and a number, the number.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_nan_dropped_by_maximum {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    constexpr S lowest = std::numeric_limits<S>::lowest();
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (S& score : scores.values) score = score > lowest ? score : lowest;
    return scores;
  }
};

}  // namespace in_nan_dropped_by_maximum

Mutant nan_dropped_by_maximum() {
  return {.name = "nan_dropped_by_maximum",
          .mistake = "a NaN score is replaced by the least number",
          .named_law = "nan_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_nan_dropped_by_maximum::Steps>("nan_dropped_by_maximum"); }};
}

}  // namespace attnref::mutant
