// What xtensor 0.24.3 makes of `e / xt::sum(e, {1}, xt::keep_dims)`. The broadcast reduction steps along the axis that
// it has reduced: with n columns the denominator at (i, j) is the sum of n numbers of e's buffer from place i (2n - 1)
// + j on, instead of from i n. One column comes out right, which hides it from tiny tests. Places beyond the buffer,
// which xtensor reads out of bounds, count as zeros here, so that this mutant is wrong in the same way each time.
#include "mutation/mutant.hpp"
#include "textbook/textbook.hpp"

namespace attnref::mutant {
namespace in_lazy_xtensor_softmax {

template <class S>
struct Steps : HonestSteps<S, Steps<S>> {
  static Table<S> softmax(const Table<S>& scores) {
    const std::size_t n = scores.columns;
    Table<S> e(scores.rows, n);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      const S maximum = Steps::shift(Steps::row(scores, i), n);
      for (std::size_t j = 0; j < n; ++j) e(i, j) = std::exp(scores(i, j) - maximum);
    }
    Table<S> weights(scores.rows, n);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < n; ++j) weights(i, j) = e(i, j) / sum_from(e, i * (2 * n - 1) + j);
    }
    return weights;
  }
  static S sum_from(const Table<S>& e, std::size_t first) {
    S sum = 0;
    for (std::size_t place = first; place < first + e.columns && place < e.values.size(); ++place)
      sum += e.values[place];
    return sum;
  }
};

}  // namespace in_lazy_xtensor_softmax

Mutant lazy_xtensor_softmax() {
  return {.name = "lazy_xtensor_softmax",
          .mistake = "e / xt::sum(e, {1}, xt::keep_dims), evaluated lazily by xtensor",
          .named_law = "rows_sum_to_one",
          .make = [] { return textbook_with<in_lazy_xtensor_softmax::Steps>("lazy_xtensor_softmax"); }};
}

}  // namespace attnref::mutant
