// "Minus infinity" as half precision has room for it: no score is below it, until one is.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_maximum_from_minus_1e4 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S shift(const S* row, std::size_t n) {
    S maximum = S{-1e4f};
    for (std::size_t j = 0; j < n; ++j) maximum = row[j] > maximum ? row[j] : maximum;
    return maximum;
  }
};

}  // namespace in_maximum_from_minus_1e4

Mutant maximum_from_minus_1e4() {
  return {.name = "maximum_from_minus_1e4",
          .mistake = "the running maximum starts at -1e4",
          .named_law = "score_shift_changes_nothing",
          .make = [] { return textbook_with<in_maximum_from_minus_1e4::Steps>("maximum_from_minus_1e4"); }};
}

}  // namespace attnref::mutant
