// Y = A V is linear in V and mixes rows of V only: each column of Y is made of the column of V below it, by weights
// that know nothing of V. Catches values that are read transposed or from X, columns cut at a tile, weights that depend
// on V.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.d_v = std::max<std::size_t>(spec.sizes.d_v, 1);
  return spec;
}

/// Another number of columns, where the backend takes it.
std::size_t other_width(std::size_t d_v, const Constraints& limits, Random& random) {
  const std::size_t width = 1 + random.below(d_v + 1);
  return !limits.d_v_equals_d_k && limits.d_v.allows(width) ? width : d_v;
}

/// A sign and a power of two for each column; only a sign where the power would round one of its numbers.
std::vector<double> column_factors(const Tensor& values, Random& random) {
  std::vector<double> factors(values.columns());
  for (std::size_t c = 0; c < factors.size(); ++c) {
    const double sign = random.chance(0.5) ? 1 : -1;
    const double power = draw_power_of_two(values.dtype, random);
    factors[c] = scales_exactly(columns_in_order(values, {c}), power) ? sign * power : sign;
  }
  return factors;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Part values = problem.projected() ? Part::wv : Part::v;
  Random random = stream(spec, "columns of values");
  Order columns(other_width(problem.sizes().d_v, subject.describe().constraints, random));
  for (std::size_t& column : columns) column = random.below(problem.sizes().d_v);
  const Tensor taken = columns_in_order(problem.at(values), columns);
  const std::vector<double> factors = column_factors(taken, random);

  Problem changed = problem;
  changed.at(values) = columns_times(factors, taken);
  const Observation before = subject.attend(problem, {Part::weights});
  const Observation after = subject.attend(changed, {Part::weights});
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, after.weight(i, j), before.weight(i, j), after.trivial_weight(i, j));
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Measured expected = Measured{factors[c], 0} * before.output(i, columns[c]);
      comparison.agree("output", i, c, after.output(i, c), expected, after.trivial_output(i, c));
    }
  }
}

}  // namespace

Law values_enter_column_by_column() {
  return {.id = "values_enter_column_by_column",
          .title = "values enter column by column",
          .statement =
              "Let V' hold columns of V, some left out and some taken twice, each times a number: v'_c = f_c "
              "v_p(c). Then A' = A and y'_c = f_c y_p(c). With projections the same of the columns of W^V. Here "
              "each f_c is a power of two with a sign, so that V' is exact.",
          .equation = "values_by_column",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
