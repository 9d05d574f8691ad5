// `m = 0`: a row of scores far below 0 is all zeros after the exponential.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_maximum_from_zero {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S shift(const S* row, std::size_t n) {
    S maximum = 0;
    for (std::size_t j = 0; j < n; ++j) maximum = row[j] > maximum ? row[j] : maximum;
    return maximum;
  }
};

}  // namespace in_maximum_from_zero

Mutant maximum_from_zero() {
  return {.name = "maximum_from_zero",
          .mistake = "the running maximum starts at 0",
          .named_law = "score_shift_changes_nothing",
          .make = [] { return textbook_with<in_maximum_from_zero::Steps>("maximum_from_zero"); }};
}

}  // namespace attnref::mutant
