// Good near 0, negative below -1.6.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_exponential_by_taylor {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S exponential(S x) { return 1 + x * (1 + x / 2 * (1 + x / 3)); }
};

}  // namespace in_exponential_by_taylor

Mutant exponential_by_taylor() {
  return {.name = "exponential_by_taylor",
          .mistake = "the exponential is its Taylor polynomial of degree 3",
          .named_law = "weights_lie_between_zero_and_one",
          .make = [] { return textbook_with<in_exponential_by_taylor::Steps>("exponential_by_taylor"); }};
}

}  // namespace attnref::mutant
