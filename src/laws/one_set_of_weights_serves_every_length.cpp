// No sequence axis enters the projections, so one set serves all lengths: call T, T', T with the same W. X' takes rows
// of X in turn, so each score between two rows is the same in both problems and only the normalisation differs: the
// odds of two keys are unchanged. Catches parameters that grow or change with T, and what is kept from the length seen
// first.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "judging/largest_of_row.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

/// No length is more than this, unless X's own is.
constexpr std::size_t longest = 129;

/// A length that the backend takes, other than T where there is one: 2 T in a third of the cases.
std::size_t another_length(const Spec& spec, std::size_t t, const AxisConstraint& allowed) {
  Random random = stream(spec, "another length");
  const std::size_t most = std::min(2 * t, std::max(longest, t));
  const std::size_t wanted = random.below(3) == 0 ? most : 1 + random.below(most);
  for (std::size_t step = 0; step < most; ++step) {
    const std::size_t length = 1 + (wanted + step) % most;
    if (length != t && allowed.allows(length)) return length;
  }
  return t;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::size_t t = problem.sizes().t_q;
  Order rows = in_order(another_length(spec, t, subject.describe().constraints.t));
  for (std::size_t& row : rows) row %= t;
  const Problem other = self_attention_problem(rows_in_order(problem.at(Part::x), rows), problem.at(Part::wq),
                                               problem.at(Part::wk), problem.at(Part::wv));

  const Observation first = subject.attend(problem, {Part::weights});
  const Observation between = subject.attend(other, {Part::weights});
  const Observation again = subject.attend(problem, {Part::weights});
  comparison.repeats(first, again);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t k = largest_of_row(between.weights(), i);
    for (std::size_t j = 0; j < rows.size(); ++j) {
      comparison.agree_in_proportion("odds of weights", i, j, between.weight(i, j) * first.weight(rows[i], rows[k]),
                                     between.weight(i, k) * first.weight(rows[i], rows[j]));
    }
    // X once more below itself gives every row the same mean.
    for (std::size_t c = 0; rows.size() % t == 0 && c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, between.output(i, c), first.output(rows[i], c), between.trivial_output(i, c));
    }
  }
}

}  // namespace

Law one_set_of_weights_serves_every_length() {
  return {.id = "one_set_of_weights_serves_every_length",
          .title = "one set of weights serves every length",
          .statement =
              "With X of T rows, X' of T' rows x'_i = x_r(i) with r(i) = i mod T, and the same projections: "
              "A'_ij A_r(i)r(k) = A'_ik A_r(i)r(j) for all i, j, k; if T divides T' also y'_i = y_r(i). "
              "X asked again after X' has its first answer.",
          .equation = "length_free",
          .needs = {Feature::projections},
          .exactness = Exactness::bounded,
          .fit = projected,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
