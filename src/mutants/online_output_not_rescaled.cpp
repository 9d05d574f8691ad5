// An online softmax in tiles of 4 keys: the denominator is rescaled when the maximum grows, the output is not.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

#include <algorithm>

namespace attnref::mutant {
namespace in_online_output_not_rescaled {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Results<S> attend(Table<S> q, Table<S> k, Table<S> v, const Sizes& sizes, std::optional<S> scale) {
    Results<S> r = HonestSteps<S, Steps<S>>::attend(std::move(q), std::move(k), std::move(v), sizes, scale);
    const std::size_t n = r.scores.columns;
    for (std::size_t i = 0; i < r.scores.rows; ++i) {
      const S* row = Steps::row(r.scores, i);
      const S final = Steps::shift(row, n);
      for (std::size_t first = 0; first < n; first += 4) {
        const std::size_t last = std::min(first + 4, n);
        const S excess = std::exp(final - Steps::shift(row, last)) - 1;
        for (std::size_t j = first; j < last && excess > 0; ++j) {
          for (std::size_t c = 0; c < r.values.columns; ++c)
            r.output(i, c) += excess * r.weights(i, j) * r.values(j, c);
        }
      }
    }
    return r;
  }
};

}  // namespace in_online_output_not_rescaled

Mutant online_output_not_rescaled() {
  return {.name = "online_output_not_rescaled",
          .mistake = "a new running maximum does not rescale the output so far",
          .named_law = "weights_are_what_identity_values_read",
          .make = [] { return textbook_with<in_online_output_not_rescaled::Steps>("online_output_not_rescaled"); }};
}

}  // namespace attnref::mutant
