// The operation: the few numbers that its chapter quotes.
#include "docs/chapter.hpp"
#include "docs/rounded.hpp"
#include "docs/svg.hpp"
#include "lesson/arrays.hpp"
#include "lesson/plain_attention.hpp"

#include "attnref/attention.hpp"
#include "attnref/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

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

/// The chapter's example by hand: one query, two keys, d_k = 4.
auto by_hand() {
  struct Query {};
  struct Keys {};
  struct Dk : axis<Dk, 4> {};
  struct Dv : axis<Dv, 1> {};
  return attention_trace(Matrix<double, T<Query>, Dk>{{2, 0, 0, 0}},
                         Matrix<double, T<Keys>, Dk>{{2, 0, 0, 0}, {0, 0, 0, 0}},
                         Matrix<double, T<Keys>, Dv>{{10}, {20}});
}

/// A matrix of the figure: its cells, its name above and its sizes below.
class Drawing {
 public:
  static constexpr double cell = 16, top = 42;
  explicit Drawing(svg::Picture& picture) : picture_(&picture) {}

  /// `strength` of cell (i, j), 0 to 1.
  template <class Strength>
  void matrix(std::string_view name, std::size_t rows, std::size_t columns, std::string_view style, Strength strength) {
    const double width = cell * static_cast<double>(columns), height = cell * static_cast<double>(rows);
    const double middle = top + 3 * cell;  // all matrices are centred on one line
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        picture_->rectangle({x_ + cell * static_cast<double>(j), middle - height / 2 + cell * static_cast<double>(i)},
                            cell - 1, cell - 1, style, strength(i, j));
      }
    }
    picture_->text({x_ + width / 2, middle - height / 2 - 10}, name, "ink strong", svg::Anchor::middle);
    picture_->text({x_ + width / 2, middle + height / 2 + 18}, fmt::format("{} × {}", rows, columns), "muted small",
                   svg::Anchor::middle);
    x_ += width;
  }

  /// What stands between two matrices, in a gap of that width.
  void between(std::string_view sign, double width, std::string_view below = {}) {
    picture_->text({x_ + width / 2, top + 3 * cell + 5}, sign, "ink", svg::Anchor::middle);
    if (!below.empty())
      picture_->text({x_ + width / 2, top + 3 * cell + 24}, below, "muted small", svg::Anchor::middle);
    x_ += width;
  }

 private:
  svg::Picture* picture_;
  double x_ = 12;
};

/// The operation on the lesson's arrays, in shapes.
std::string shapes() {
  svg::Picture picture(
      760, 186, "The operation in shapes",
      "Q times K transposed gives the scores S; softmax by rows makes the weights A; A times V gives Y.");
  const lesson::PlainAttention layer =
      lesson::projected_attention(lesson::array("cell1_T6_X"), lesson::array("cell1_T6_Wq"),
                                  lesson::array("cell1_T6_Wk"), lesson::array("cell1_T6_Wv"));
  const std::size_t t = layer.queries.rows, d_k = layer.queries.columns, d_v = layer.values.columns;
  const auto plain = [](std::size_t, std::size_t) { return 0.35; };
  Drawing drawing(picture);
  drawing.matrix("Q", t, d_k, "fill-one", plain);
  drawing.between("×", 26);
  drawing.matrix("K transposed", d_k, t, "fill-two", plain);
  drawing.between("=", 26);
  drawing.matrix("S", t, t, "fill-four", plain);
  drawing.between("→", 112, "softmax by rows");
  drawing.matrix("A", t, t, "fill-four",
                 [&](std::size_t i, std::size_t j) { return 0.05 + 0.95 * layer.weights(i, j); });
  drawing.between("×", 26);
  drawing.matrix("V", t, d_v, "fill-three", plain);
  drawing.between("=", 26);
  drawing.matrix("Y", t, d_v, "fill-three", plain);
  return picture.document();
}

}  // namespace

Chapter the_operation() {
  const auto example = by_hand();
  Chapter chapter;
  chapter.facts = {
      {"the_operation.hand_lse", rounded(example.log_sum_exp(0, 0), 3)},
      {"the_operation.hand_weights",
       fmt::format("{} and {}", rounded(example.weights(0, 0), 3), rounded(example.weights(0, 1), 3))},
      {"the_operation.hand_output", rounded(example.output(0, 0), 3)},
      {"the_operation.lesson_row_sum_error", rounded_scientific(lesson_row_sum_error(), 2)},
      {"the_operation.underflow_f64", rounded(static_cast<double>(std::log(smallest_subnormal(Dtype::f64) / 2)), 2)},
      {"the_operation.far_gap_f64", rounded(far_gap(Dtype::f64), 1)},
      {"the_operation.far_gap_f16", rounded(far_gap(Dtype::f16), 1)},
      {"the_operation.tail_of_64", rounded(tail_of_64(), 3)},
  };
  chapter.figures = {{"operation_shapes", shapes()}};
  return chapter;
}

}  // namespace attnref::docs
