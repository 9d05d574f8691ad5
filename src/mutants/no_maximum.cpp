// Right on paper; overflows, or divides 0 by 0, once scores are large.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_no_maximum {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S shift(const S*, std::size_t) { return 0; }
};

}  // namespace in_no_maximum

Mutant no_maximum() {
  return {.name = "no_maximum",
          .mistake = "the row's maximum is not subtracted",
          .named_law = "score_shift_changes_nothing",
          .make = [] { return textbook_with<in_no_maximum::Steps>("no_maximum"); }};
}

}  // namespace attnref::mutant
