// The product of queries and keys is stored in half precision before it is scaled.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_scores_overflow_as_halves {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    const S raw = HonestSteps<S, Steps<S>>::dot(q, i, k, j);
    return std::fabs(raw) > 65504 ? std::copysign(std::numeric_limits<S>::infinity(), raw) : raw;
  }
};

}  // namespace in_scores_overflow_as_halves

Mutant scores_overflow_as_halves() {
  return {.name = "scores_overflow_as_halves",
          .mistake = "raw scores beyond 65504 become infinite",
          .named_law = "score_shift_changes_nothing",
          .make = [] { return textbook_with<in_scores_overflow_as_halves::Steps>("scores_overflow_as_halves"); }};
}

}  // namespace attnref::mutant
