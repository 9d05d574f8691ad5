// Shifted the wrong way: a gap beyond the exponential's range is infinity over infinity.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_minimum_for_maximum {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S shift(const S* row, std::size_t n) {
    S minimum = std::numeric_limits<S>::infinity();
    for (std::size_t j = 0; j < n; ++j) minimum = row[j] < minimum ? row[j] : minimum;
    return minimum;
  }
};

}  // namespace in_minimum_for_maximum

Mutant minimum_for_maximum() {
  return {.name = "minimum_for_maximum",
          .mistake = "the row's minimum is subtracted",
          .named_law = "a_far_key_copies_its_value",
          .make = [] { return textbook_with<in_minimum_for_maximum::Steps>("minimum_for_maximum"); }};
}

}  // namespace attnref::mutant
