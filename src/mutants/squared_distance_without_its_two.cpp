// Nearest neighbours by -|q - k|^2, the factor 2 of the mixed term forgotten: long keys pay too much.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_squared_distance_without_its_two {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static S dot(const Table<S>& q, std::size_t i, const Table<S>& k, std::size_t j) {
    return HonestSteps<S, Steps<S>>::dot(q, i, k, j) - HonestSteps<S, Steps<S>>::dot(k, j, k, j);
  }
};

}  // namespace in_squared_distance_without_its_two

Mutant squared_distance_without_its_two() {
  return {.name = "squared_distance_without_its_two",
          .mistake = "the score is q.k - |k|^2",
          .named_law = "longest_vector_wins_its_own_row",
          .make = [] {
            return textbook_with<in_squared_distance_without_its_two::Steps>("squared_distance_without_its_two");
          }};
}

}  // namespace attnref::mutant
