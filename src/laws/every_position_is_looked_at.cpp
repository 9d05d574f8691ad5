// exp is positive, so no key is left out of any row, until its weight is too small for the format. Whether it is too
// small depends on the row's sum as well as on the gap of scores, so the hypothesis is on the true weight: it exceeds
// the error that rounding can make. Catches forgotten keys and tails, cut-offs of small weights, and sequences cut
// short.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace attnref::law {
namespace {

std::string missed(std::size_t i, std::size_t j, double weight, long double truth) {
  return fmt::format(
      "weights [{}, {}]: observed {:.17g}, expected more than 0, since the true weight is about e^{:.3g}", i, j, weight,
      static_cast<double>(std::log(truth)));
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  const Tensor& weights = seen.weights();
  const Bound& bound = seen.weight_bound();
  const Enclosed& truth = seen.truth(Part::weights);
  for (std::size_t n = 0; n < weights.values.size(); ++n) {
    if (!(truth.mid[n] - truth.rad[n] > bound.limit[n])) continue;
    const bool looked_at = weights.values[n] > 0;
    comparison.require(looked_at,
                       looked_at ? "" : missed(n / bound.columns, n % bound.columns, weights.values[n], truth.mid[n]));
  }
}

}  // namespace

Law every_position_is_looked_at() {
  return {.id = "every_position_is_looked_at",
          .title = "every position is looked at",
          .statement =
              "A_ij > 0 for every i and j of a finite problem whose true weight exceeds the bound on its rounding "
              "error, that is, unless it may underflow.",
          .equation = "positivity",
          .needs = {},
          .exactness = Exactness::exact,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
