// Row i of softmax(Q K^T) V is a function of q_i, K and V: the other queries, their number and their order are nothing
// to it. Catches one maximum or one sum for all rows, rows lost or mixed at a tile, and anything kept from row to row.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_q = std::max<std::size_t>(spec.sizes.t_q, 1);
  return unprojected(spec);
}

/// As many queries as before only where the backend takes no other number.
std::size_t other_count(const Problem& problem, const Constraints& limits, Random& random) {
  const std::size_t t_q = problem.sizes().t_q;
  if (limits.equal_lengths || limits.only_projected) return t_q;
  const std::size_t fewer = 1 + random.below(t_q);
  const std::size_t count = fewer == t_q ? t_q + 1 : fewer;
  return limits.t.allows(count) ? count : t_q;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  Random random = stream(spec, "rows of queries");
  Order rows(other_count(problem, subject.describe().constraints, random));
  for (std::size_t& row : rows) row = random.below(problem.sizes().t_q);
  Problem changed = problem;
  Tensor& q = changed.at(Part::q) = rows_in_order(problem.at(Part::q), rows);
  // A quarter of the queries become strangers, whose scores are large and of the other sign. One stays, whatever the
  // dice say.
  std::vector<bool> stranger(rows.size());
  const std::size_t kept = random.below(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    stranger[i] = i != kept && random.chance(0.25);
    for (std::size_t c = 0; stranger[i] && c < q.columns(); ++c) q(i, c) *= -2;
  }

  const Observation before = subject.attend(problem, {Part::weights});
  const Observation after = subject.attend(changed, {Part::weights});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (stranger[i]) continue;
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, after.weight(i, j), before.weight(rows[i], j), after.trivial_weight(i, j));
    }
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, after.output(i, c), before.output(rows[i], c), after.trivial_output(i, c));
    }
  }
}

}  // namespace

Law a_row_depends_on_its_query_alone() {
  return {.id = "a_row_depends_on_its_query_alone",
          .title = "a row depends on its query alone",
          .statement =
              "Let Q' hold rows of Q in any order and number, and other rows among them: q'_i = q_p(i) for some i. "
              "For those i, row i of A' is row p(i) of A, and row i of Y' is row p(i) of Y. Queries, keys and "
              "values are given; as many queries as before where the backend takes no other number.",
          .equation = "row_of_query",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = [](const Spec& spec) { return draw_problem(unprojected(spec)); },
          .judge = judge};
}

}  // namespace attnref::law
