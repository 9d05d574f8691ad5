// nan_to_num for the infinities.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_infinity_clamped {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> scores(const Table<S>& q, const Table<S>& k, S scale) {
    constexpr S most = std::numeric_limits<S>::max();
    Table<S> scores = HonestSteps<S, Steps<S>>::scores(q, k, scale);
    for (S& score : scores.values) score = std::isinf(score) ? std::copysign(most, score) : score;
    return scores;
  }
};

}  // namespace in_infinity_clamped

Mutant infinity_clamped() {
  return {.name = "infinity_clamped",
          .mistake = "infinite scores become the largest finite number",
          .named_law = "infinity_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_infinity_clamped::Steps>("infinity_clamped"); }};
}

}  // namespace attnref::mutant
