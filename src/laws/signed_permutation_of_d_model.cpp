// X meets the projections in sums over d_model: the order of the coordinates is nothing to Q, K and V, and what a
// coordinate of X gains its rows of W^Q, W^K and W^V may lose, up to the ends of the format. Catches coordinates cut at
// a tile or read with other strides, clamps of X, and X used for anything beside X W.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>
#include <array>

namespace attnref::law {
namespace {

constexpr std::array<Part, 3> projections{Part::wq, Part::wk, Part::wv};

/// A sign for coordinate c, and a power of two where nothing would round.
double coordinate_factor(const Problem& problem, std::size_t c, Random& random) {
  const double sign = random.chance(0.5) ? 1 : -1;
  const double power = draw_power_of_two(problem.dtype(), random);
  const bool exact = scales_exactly(columns_in_order(problem.at(Part::x), {c}), power) &&
                     std::all_of(projections.begin(), projections.end(), [&](Part part) {
                       return scales_exactly(rows_in_order(problem.at(part), {c}), 1 / power);
                     });
  return exact ? sign * power : sign;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  Random random = stream(spec, "coordinates");
  Order order = in_order(problem.sizes().d_model);
  shuffle(order, random);
  Problem changed = problem;
  Tensor& x = changed.at(Part::x);
  x = columns_in_order(x, order);
  for (const Part part : projections) changed.at(part) = rows_in_order(changed.at(part), order);
  for (std::size_t c = 0; c < order.size(); ++c) {
    const double factor = coordinate_factor(changed, c, random);
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, c) *= factor;
    for (const Part part : projections) {
      Tensor& w = changed.at(part);
      for (std::size_t j = 0; j < w.columns(); ++j) w(c, j) /= factor;
    }
  }
  const auto asked = subject.weights_and(computed_outputs);
  comparison.agree(subject.attend(changed, asked), subject.attend(problem, asked));
}

}  // namespace

Law signed_permutation_of_d_model() {
  return {
      .id = "signed_permutation_of_d_model",
      .title = "coordinates of d_model may change places and signs",
      .statement =
          "Let the columns of X and the rows of W^Q, W^K and W^V be permuted alike, coordinate c of X multiplied by "
          "f_c and row c of the projections by 1/f_c, each f_c a power of two with a sign. Then Q, K, V, scores, A "
          "and Y stay as they were.",
      .equation = "model_coordinates",
      .needs = {Feature::projections},
      .exactness = Exactness::bounded,
      .fit = projected,
      .draw = draw_problem,
      .judge = judge};
}

}  // namespace attnref::law
