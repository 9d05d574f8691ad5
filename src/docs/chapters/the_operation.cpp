// The operation: the few numbers that its chapter quotes.
#include "docs/chapter.hpp"
#include "docs/rounded.hpp"
#include "lesson/arrays.hpp"
#include "lesson/plain_attention.hpp"

#include "attnref/rounding.hpp"
#include "attnref/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace attnref::docs {
namespace {

/// How far the lesson's rows are from 1 at most, as they are summed.
double lesson_row_sum_error() {
  const lesson::PlainMatrix weights =
      lesson::projected_attention(lesson::array("cell1_T6_X"), lesson::array("cell1_T6_Wq"),
                                  lesson::array("cell1_T6_Wk"), lesson::array("cell1_T6_Wv"))
          .weights;
  double most = 0;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.columns; ++j) sum += weights(i, j);
    most = std::max(most, std::fabs(sum - 1));
  }
  return most;
}

/// A gap of scores that no honest kernel of the format bridges: (eq. far_key).
double far_gap(Dtype dtype) { return static_cast<double>(-2 * std::log(smallest_subnormal(dtype) / 2)); }

/// What becomes of 33 ones where a tile of 64 is filled with zeros that are counted.
double tail_of_64() {
  struct Places {};
  const auto weights = softmax_rows(Matrix<double, One, T<Places>>(1, 64));
  double sum = 0;
  for (std::size_t j = 0; j < 33; ++j) sum += weights(0, j);
  return sum;
}

}  // namespace

Chapter the_operation() {
  Chapter chapter;
  chapter.facts = {
      {"the_operation.lesson_row_sum_error", rounded_scientific(lesson_row_sum_error(), 2)},
      {"the_operation.underflow_f64", rounded(static_cast<double>(std::log(smallest_subnormal(Dtype::f64) / 2)), 2)},
      {"the_operation.far_gap_f64", rounded(far_gap(Dtype::f64), 1)},
      {"the_operation.far_gap_f16", rounded(far_gap(Dtype::f16), 1)},
      {"the_operation.tail_of_64", rounded(tail_of_64(), 3)},
  };
  return chapter;
}

}  // namespace attnref::docs
