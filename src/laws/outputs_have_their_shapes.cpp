// Shapes are the first thing that the types prove and the first that a binding loses: one position squeezed to a
// vector, an output transposed, a map padded to the tile, an empty sequence refused. The Subject looks at every
// answer's shape and ends the case where it is wrong; this law draws the corners.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <limits>

namespace attnref::law {
namespace {

/// A third of the cases have no position or one, on either side or on both.
Spec fit(Spec spec) {
  Sizes& s = spec.sizes;
  switch (stream(spec, "corner").below(18)) {
    case 0:
      s.t_q = s.t_k = 0;
      break;
    case 1:
      s.t_q = s.t_k = 1;
      break;
    case 2:
      s.t_q = 0;
      break;
    case 3:
      s.t_q = 1;
      break;
    case 4:
      s.t_k = 0;
      break;
    case 5:
      s.t_k = 1;
      break;
    default:
      break;
  }
  return spec.projected ? equal_lengths(spec) : spec;
}

/// A sum over no keys: nothing to attend to gives zeros, and the logarithm of a sum of nothing.
void without_keys(const Answer& answer, Comparison& comparison) {
  for (const double y : answer.at(Part::output).values) comparison.equal("output without keys", 0, 0, y, 0);
  if (!answer.tensors.contains(Part::lse)) return;
  for (const double l : answer.at(Part::lse).values) {
    comparison.equal("log-sum-exp without keys", 0, 0, l, -std::numeric_limits<double>::infinity());
  }
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::shared_ptr<const Call> call = subject.answer(problem, subject.offered());
  if (problem.sizes().t_k == 0) without_keys(call->answer, comparison);
  for (const Part part : call->problem.wanted) {
    comparison.require(call->answer.at(part).shape == shape_of(part, call->problem.sizes()),
                       std::string(name_of(part)) + ": not the shape of its problem");
  }
}

}  // namespace

Law outputs_have_their_shapes() {
  return {.id = "outputs_have_their_shapes",
          .title = "outputs have their shapes",
          .statement =
              "Y is t_q x d_v and A is t_q x t_k, T x T in self-attention; so are the scores; queries are t_q x d_k, "
              "keys t_k x d_k, values t_k x d_v, and there are t_q log-sum-exps: at every size, 0 and 1 "
              "included, and with d_v other than d_k. Without keys Y is zero and the log-sum-exp -inf.",
          .equation = "shapes",
          .needs = {},
          .exactness = Exactness::exact,
          .empty_too = true,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
