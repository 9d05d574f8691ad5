// An activation left in after the projection.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_queries_rectified {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    S sum = 0;
    for (std::size_t c = 0; c < q.columns; ++c) sum += (q(i, c) < 0 ? 0 : q(i, c)) * k(j, c);
    return sum;
  }
};

}  // namespace in_queries_rectified

Mutant queries_rectified() {
  return {.name = "queries_rectified",
          .mistake = "negative coordinates of queries become zero",
          .named_law = "signed_permutation_of_dk",
          .make = [] { return textbook_with<in_queries_rectified::Steps>("queries_rectified"); }};
}

}  // namespace attnref::mutant
