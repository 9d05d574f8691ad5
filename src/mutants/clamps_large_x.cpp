// Sanitised inputs: what is large is taken for an accident.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_clamps_large_x {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> project(Table<S> x, const Table<S>& w) {
    for (S& value : x.values) value = std::clamp<S>(value, -1e10, 1e10);
    return HonestSteps<S, Steps<S>>::project(x, w);
  }
};

}  // namespace in_clamps_large_x

Mutant clamps_large_x() {
  return {.name = "clamps_large_x",
          .mistake = "X is cut off at 1e10",
          .named_law = "signed_permutation_of_d_model",
          .make = [] { return textbook_with<in_clamps_large_x::Steps>("clamps_large_x"); }};
}

}  // namespace attnref::mutant
