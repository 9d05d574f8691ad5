// A head of 64 in registers, and no loop around it.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_wide_keys_cut_at_64 {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    S sum = 0;
    for (std::size_t c = 0; c < q.columns && c < 64; ++c) sum += q(i, c) * k(j, c);
    return sum;
  }
};

}  // namespace in_wide_keys_cut_at_64

Mutant wide_keys_cut_at_64() {
  return {.name = "wide_keys_cut_at_64",
          .mistake = "coordinates of queries and keys beyond the 64th are ignored",
          .named_law = "signed_permutation_of_dk",
          .make = [] { return textbook_with<in_wide_keys_cut_at_64::Steps>("wide_keys_cut_at_64"); },
          .max_length = 129};
}

}  // namespace attnref::mutant
