// The cosine's half: normalised keys, plain queries.
#include "mutation/mutant.hpp"
#include "textbook/divided_by_length.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_keys_normalised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    using Honest = HonestSteps<S, Steps<S>>;
    return divided_by_length(Honest::dot(q, i, k, j), Honest::dot(k, j, k, j));
  }
};

}  // namespace in_keys_normalised

Mutant keys_normalised() {
  return {.name = "keys_normalised",
          .mistake = "keys are divided by their length",
          .named_law = "queries_and_keys_exchange",
          .make = [] { return textbook_with<in_keys_normalised::Steps>("keys_normalised"); }};
}

}  // namespace attnref::mutant
