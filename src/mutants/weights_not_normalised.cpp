// The division is left out.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_weights_not_normalised {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S) { return exponential; }
};

}  // namespace in_weights_not_normalised

Mutant weights_not_normalised() {
  return {.name = "weights_not_normalised",
          .mistake = "the exponentials are not divided by their sum",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<in_weights_not_normalised::Steps>("weights_not_normalised"); }};
}

}  // namespace attnref::mutant
