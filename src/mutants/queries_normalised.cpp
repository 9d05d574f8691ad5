// The cosine's other half: normalised queries, plain keys.
#include "mutation/mutant.hpp"
#include "textbook/divided_by_length.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_queries_normalised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    using Honest = HonestSteps<S, Steps<S>>;
    return divided_by_length(Honest::dot(q, i, k, j), Honest::dot(q, i, q, i));
  }
};

}  // namespace in_queries_normalised

Mutant queries_normalised() {
  return {.name = "queries_normalised",
          .mistake = "queries are divided by their length, keys are not",
          .named_law = "scores_add_in_the_query",
          .make = [] { return textbook_with<in_queries_normalised::Steps>("queries_normalised"); }};
}

}  // namespace attnref::mutant
