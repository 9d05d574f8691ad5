// A guard against overflow of a format that is not this one.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_clamps_large_queries {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    S sum = 0;
    for (std::size_t c = 0; c < q.columns; ++c) sum += std::clamp<S>(q(i, c), -20000, 20000) * k(j, c);
    return sum;
  }
};

}  // namespace in_clamps_large_queries

Mutant clamps_large_queries() {
  return {.name = "clamps_large_queries",
          .mistake = "queries are cut off at 20000",
          .named_law = "signed_permutation_of_dk",
          .make = [] { return textbook_with<in_clamps_large_queries::Steps>("clamps_large_queries"); }};
}

}  // namespace attnref::mutant
