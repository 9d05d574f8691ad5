// A I = A: with columns of the identity for values, Y is those columns of the weights. It ties the weights that a
// backend returns to those that it uses. With projections the one-hot columns stand beside X, where W^Q and W^K have
// rows of zeros and W^V selects them. Catches a map that is returned transposed, unnormalised, stale, or from another
// head.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

/// The problem with those columns of the identity for values, its queries and keys unchanged.
Problem reading(const Problem& problem, const Order& columns) {
  const Sizes& s = problem.sizes();
  const Tensor one_hot = identity_columns(problem.dtype(), s.t_k, columns);
  if (!problem.projected()) return attention_problem(problem.at(Part::q), problem.at(Part::k), one_hot);
  const Tensor ignored(problem.dtype(), s.d_v, s.d_k);
  const Tensor selector =
      stacked(Tensor(problem.dtype(), s.d_model, s.d_v), identity_columns(problem.dtype(), s.d_v, in_order(s.d_v)));
  return self_attention_problem(side_by_side(problem.at(Part::x), one_hot), stacked(problem.at(Part::wq), ignored),
                                stacked(problem.at(Part::wk), ignored), selector);
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  if (!subject.can(Feature::weights)) {
    throw CaseEnded{{.outcome = Judgement::Outcome::unsupported, .reason = "returns no weights to compare with"}};
  }
  const Sizes& s = problem.sizes();
  // A width that the backend cannot take leaves nothing to say.
  if (problem.projected() && !subject.describe().constraints.d_model.allows(s.d_model + s.d_v)) return;
  // One read of d_v columns, picked at random; columns beyond t_k are zeros.
  Order columns = in_order(std::max(s.t_k, s.d_v));
  Random random = stream(spec, "columns");
  shuffle(columns, random);
  columns.resize(s.d_v);

  const Observation seen = subject.attend(problem);
  const Observation read = subject.attend(reading(problem, columns));
  for (std::size_t i = 0; i < s.t_q; ++i) {
    for (std::size_t c = 0; c < s.d_v; ++c) {
      if (columns[c] >= s.t_k) continue;
      comparison.agree("output for identity values", i, columns[c], read.output(i, c), seen.weight(i, columns[c]),
                       seen.trivial_weight(i, columns[c]));
    }
  }
}

}  // namespace

Law weights_are_what_identity_values_read() {
  return {.id = "weights_are_what_identity_values_read",
          .title = "the weights are what identity values read",
          .statement =
              "If v_jc = 1 for j = j(c) and 0 elsewhere, Y_ic is the weight A_ij(c) that is returned for the same "
              "queries and keys.",
          .equation = "identity_values",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
