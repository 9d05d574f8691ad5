// The product of queries and keys is converted to half precision before it is scaled, and saturates.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_scores_saturate_as_halves {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    constexpr S largest = 65504;
    return std::clamp(HonestSteps<S, Steps>::dot(q, i, k, j), -largest, largest);
  }
};

}  // namespace in_scores_saturate_as_halves

Mutant scores_saturate_as_halves() {
  return {.name = "scores_saturate_as_halves",
          .mistake = "raw scores beyond 65504 become 65504",
          .named_law = "score_shift_changes_nothing",
          .make = [] { return textbook_with<in_scores_saturate_as_halves::Steps>("scores_saturate_as_halves"); }};
}

}  // namespace attnref::mutant
