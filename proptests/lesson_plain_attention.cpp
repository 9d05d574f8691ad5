// The lesson's plain loops against the typed layer: sentences give the same scores bit for bit, whatever the order of
// summation, and everything else lies within twice the derived bound.
#include <algorithm>
#include <cmath>

#include "attnref/attention.hpp"
#include "attnref/error_bound.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "grid/sentences.hpp"
#include "lesson/embedding.hpp"
#include "lesson/hand_set_projections.hpp"
#include "lesson/plain_attention.hpp"

using namespace attnref;
using lesson::PlainAttention;
using lesson::PlainMatrix;

namespace {

struct Sentence {};
struct DModel : axis<DModel> {};
struct Dk : axis<Dk> {};
struct Dv : axis<Dv> {};

template <class Rows, class Columns>
Matrix<double, Rows, Columns> typed(const PlainMatrix& plain) {
  Matrix<double, Rows, Columns> matrix(plain.rows, plain.columns);
  std::copy(plain.values.begin(), plain.values.end(), matrix.data());
  return matrix;
}

template <class Rows, class Columns>
std::vector<double> numbers(const Matrix<double, Rows, Columns>& matrix) {
  return {matrix.data(), matrix.data() + matrix.rows() * matrix.cols()};
}

Tensor tensor(const PlainMatrix& plain) {
  Tensor result(Dtype::f64, plain.rows, plain.columns);
  result.values = plain.values;
  return result;
}

PlainMatrix plain(const Tensor& tensor) {
  PlainMatrix matrix(tensor.rows(), tensor.columns());
  matrix.values = tensor.values;
  return matrix;
}

/// How many numbers differ, and none by more than twice the bound: each of the two computations has it.
std::size_t differing(const std::vector<double>& found, const std::vector<double>& expected, const Bound& bound) {
  REQUIRE(found.size() == expected.size());
  REQUIRE(found.size() == bound.limit.size());
  std::size_t count = 0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    REQUIRE(std::fabs(static_cast<long double>(found[n]) - expected[n]) <= 2 * bound.limit[n]);
    if (found[n] != expected[n]) ++count;
  }
  return count;
}

struct Compared {
  std::size_t scores = 0, weights = 0, output = 0;  ///< how many differ
};

Compared compared(const PlainMatrix& x, const PlainMatrix& wq, const PlainMatrix& wk, const PlainMatrix& wv) {
  const PlainAttention loops = lesson::projected_attention(x, wq, wk, wv);
  const auto layer = self_attention_trace(
      typed<T<Sentence>, DModel>(x), projections(typed<DModel, Dk>(wq), typed<DModel, Dk>(wk), typed<DModel, Dv>(wv)));
  const Problem problem = self_attention_problem(tensor(x), tensor(wq), tensor(wk), tensor(wv));
  const Bounds bounds = error_bound(problem, quick_oracle(problem), plain_profile(Dtype::f64));
  return {differing(loops.scores.values, numbers(layer.scores), bounds[Part::scores]),
          differing(loops.weights.values, numbers(layer.weights), bounds[Part::weights]),
          differing(loops.output.values, numbers(layer.output), bounds[Part::output])};
}

PlainMatrix unit_matrix(std::size_t size) {
  PlainMatrix matrix(size, size);
  for (std::size_t i = 0; i < size; ++i) matrix(i, i) = 1.0;
  return matrix;
}

}  // namespace

TEST_CASE("lesson: on sentences the plain loops give the typed layer's scores, bit for bit") {
  Random random(7);
  for (int count = 0; count < 300; ++count) {
    const std::string sentence =
        test::random_sentence(random, std::min<std::size_t>(test::random_word_count(random), 128));
    PlainMatrix x = lesson::embed(lesson::split_words(sentence));
    // Lengths in eighths, as the grid's, keep the sums exact.
    const double length = static_cast<double>(random.below(33)) / 8;
    if (count % 2 == 1) x = lesson::scaled(x, length);
    INFO(sentence << " at length " << length);
    const Compared on = compared(x, lesson::hand_set_wq(), lesson::hand_set_wk(), lesson::hand_set_wv());
    CHECK(on.scores == 0);
    // Up to 16 columns the typed layer adds a row's exponentials one after another, as the loops do.
    if (x.rows <= 16) CHECK(on.weights == 0);
    const Compared off = compared(x, unit_matrix(x.columns), unit_matrix(x.columns), unit_matrix(x.columns));
    CHECK(off.scores == 0);
    if (x.rows <= 16) CHECK(off.weights == 0);
  }
}

TEST_CASE("lesson: no projections are projections by the unit matrix") {
  const PlainMatrix x = lesson::embed(lesson::split_words("the keys to this car are here"));
  const PlainMatrix unit = unit_matrix(x.columns);
  CHECK(lesson::unprojected_attention(x).weights.values ==
        lesson::projected_attention(x, unit, unit, unit).weights.values);
}

TEST_CASE("lesson: on random numbers the plain loops lie within the bounds of the typed layer") {
  Random random(11);
  std::size_t differ = 0;
  for (int count = 0; count < 300; ++count) {
    const std::size_t t = 1 + random.below(40), d_model = 1 + random.below(12), d_k = 1 + random.below(12);
    const auto draw = [&](std::size_t rows, std::size_t columns) {
      return plain(test::random_tensor(random, Dtype::f64, rows, columns, 1.0));
    };
    const Compared found = compared(draw(t, d_model), draw(d_model, d_k), draw(d_model, d_k), draw(d_model, 3));
    differ += found.scores;
  }
  // Off the lattice the orders of summation show: the test above compares something.
  CHECK(differ > 0);
}
