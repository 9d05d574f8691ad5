// A vector loop over d_k without its tail.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_dk_tail_forgotten {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    const std::size_t width = q.columns > 4 ? q.columns / 4 * 4 : q.columns;
    S sum = 0;
    for (std::size_t c = 0; c < width; ++c) sum += q(i, c) * k(j, c);
    return sum;
  }
};

}  // namespace in_dk_tail_forgotten

Mutant dk_tail_forgotten() {
  return {.name = "dk_tail_forgotten",
          .mistake = "coordinates beyond a multiple of 4 are left out of the scores",
          .named_law = "signed_permutation_of_dk",
          .make = [] { return textbook_with<in_dk_tail_forgotten::Steps>("dk_tail_forgotten"); }};
}

}  // namespace attnref::mutant
