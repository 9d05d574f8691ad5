// The maximum of the first tile serves the whole row.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_maximum_of_first_tile {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S shift(const S* row, std::size_t n) {
    return HonestSteps<S, Steps<S>>::shift(row, std::min<std::size_t>(n, 4));
  }
};

}  // namespace in_maximum_of_first_tile

Mutant maximum_of_first_tile() {
  return {.name = "maximum_of_first_tile",
          .mistake = "the maximum is taken over the first 4 keys only",
          .named_law = "a_far_key_copies_its_value",
          .make = [] { return textbook_with<in_maximum_of_first_tile::Steps>("maximum_of_first_tile"); }};
}

}  // namespace attnref::mutant
