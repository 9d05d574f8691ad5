// Y is a mean of the values with non-negative weights of sum 1, so no coordinate leaves the range of that coordinate
// over the keys. Catches weights that do not sum to 1, values of positions that are not there, and padding that counts.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <limits>

namespace attnref::law {
namespace {

struct Range {
  long double least = std::numeric_limits<long double>::infinity();
  long double most = -std::numeric_limits<long double>::infinity();
};

/// Between what numbers column c of the values lies.
Range range_of(const Enclosed& values, std::size_t c) {
  Range range;
  for (std::size_t j = 0; j < values.rows; ++j) {
    const std::size_t n = values.at(j, c);
    range.least = std::min(range.least, values.mid[n] - values.rad[n]);
    range.most = std::max(range.most, values.mid[n] + values.rad[n]);
  }
  return range;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem);
  for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
    const Range range = range_of(seen.truth(Part::values), c);
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
      const Measured output = seen.output(i, c);
      comparison.at_least("output", i, c, output, {range.least, 0}, seen.trivial_output(i, c));
      comparison.at_most("output", i, c, output, {range.most, 0}, seen.trivial_output(i, c));
    }
  }
}

}  // namespace

Law output_lies_in_the_hull_of_values() {
  return {.id = "output_lies_in_the_hull_of_values",
          .title = "the output lies in the hull of the values",
          .statement = "For every finite problem with at least one key, min_j v_jc <= Y_ic <= max_j v_jc.",
          .equation = "hull",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
