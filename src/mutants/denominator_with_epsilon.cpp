// A constant against division by zero, where the sum is never below 1.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_denominator_with_epsilon {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S total) { return exponential / (total + static_cast<S>(1e-6)); }
};

}  // namespace in_denominator_with_epsilon

Mutant denominator_with_epsilon() {
  return {.name = "denominator_with_epsilon",
          .mistake = "1e-6 is added to the denominator",
          .named_law = "dyadic_means_are_exact",
          .make = [] { return textbook_with<in_denominator_with_epsilon::Steps>("denominator_with_epsilon"); }};
}

}  // namespace attnref::mutant
