// A guard for rows with nothing to attend to, which hides every other NaN.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_nan_cleaned_from_weights {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S weight(S exponential, S total) {
    const S weight = exponential / total;
    return std::isnan(weight) ? 0 : weight;
  }
};

}  // namespace in_nan_cleaned_from_weights

Mutant nan_cleaned_from_weights() {
  return {.name = "nan_cleaned_from_weights",
          .mistake = "a weight that is NaN becomes 0",
          .named_law = "nan_reaches_exactly_its_rows",
          .make = [] { return textbook_with<in_nan_cleaned_from_weights::Steps>("nan_cleaned_from_weights"); }};
}

}  // namespace attnref::mutant
