// A mean of equal numbers is that number, whatever the weights. With projections a column of ones in X, which alone W^V
// reads, makes all values one row of W^V, exactly. Catches a padded tail that counts, weights left unnormalised, and,
// where A is not returned, most that rows_sum_to_one would.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  if (problem.projected()) {
    Tensor& x = problem.at(Part::x);
    Tensor& wv = problem.at(Part::wv);
    const std::size_t last = wv.rows() - 1;
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, last) = 1;
    for (std::size_t row = 0; row < last; ++row) {
      for (std::size_t c = 0; c < wv.columns(); ++c) wv(row, c) = 0;
    }
  } else {
    Tensor& v = problem.at(Part::v);
    for (std::size_t j = 1; j < v.rows(); ++j) {
      for (std::size_t c = 0; c < v.columns(); ++c) v(j, c) = v(0, c);
    }
  }
  return problem;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Tensor& values = problem.at(problem.projected() ? Part::wv : Part::v);
  const std::size_t row = values.rows() - 1;
  const Observation seen = subject.attend(problem);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, seen.output(i, c), {values(row, c), 0}, seen.trivial_output(i, c));
    }
  }
}

}  // namespace

Law constant_values_give_constant_output() {
  return {
      .id = "constant_values_give_constant_output",
      .title = "constant values give a constant output",
      .statement = "If v_jc = w_c for all keys j, at least one, then Y_ic = w_c for every row i of a finite problem.",
      .equation = "constant_values",
      .needs = {},
      .exactness = Exactness::bounded,
      .fit = any_spec,
      .draw = draw,
      .judge = judge};
}

}  // namespace attnref::law
