// The strongest single law: every number that the backend offers lies within its derived bound of the true value,
// which an oracle of wider arithmetic encloses. Unlike the other laws it relates nothing; it knows the answer. The
// output is asked for alone as well, which may take another path than the one that also returns the weights.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <variant>

namespace attnref::law {
namespace {

/// Where the weights are not returned they are read through the values.
void weights_near_truth(const Observation& seen, Comparison& comparison) {
  const Enclosed& truth = seen.truth(Part::weights);
  for (std::size_t i = 0; i < truth.rows; ++i) {
    for (std::size_t j = 0; j < truth.columns; ++j) {
      const std::size_t n = truth.at(i, j);
      comparison.agree("weights", i, j, seen.weight(i, j), {truth.mid[n], truth.rad[n]}, seen.trivial_weight(i, j));
    }
  }
}

/// The output when nothing else is asked for, which is how a kernel is used.
void output_alone_near_truth(const Observation& seen, Subject& subject, Comparison& comparison) {
  Problem alone = seen.problem();
  alone.wanted = {Part::output};
  const Reply reply = subject.ask(alone);
  const auto* answer = std::get_if<Answer>(&reply);
  const bool answered = answer != nullptr && answer->tensors.contains(Part::output) &&
                        answer->at(Part::output).shape == seen[Part::output].shape &&
                        answer->at(Part::output).values.size() == seen[Part::output].values.size();
  comparison.require(answered, answered ? "" : "output: not answered when it is all that is asked for");
  if (!answered) return;
  const Bound& bound = seen.bound(Part::output);
  const Enclosed& truth = seen.truth(Part::output);
  for (std::size_t n = 0; n < bound.limit.size(); ++n) {
    comparison.within("output, asked for alone", n / bound.columns, n % bound.columns,
                      answer->at(Part::output).values[n], truth.mid[n], bound.limit[n] + truth.rad[n],
                      bound.trivial[n]);
  }
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  // A unit that flushes may hand back given queries, keys and values as it read them.
  const bool given_back = problem.projected() || !subject.profile().flush;
  const auto also = subject.weights_and(given_back ? computed_outputs : PartSet{Part::lse, Part::scores});
  const Observation seen = subject.attend(problem, also);
  comparison.near_truth(seen);
  output_alone_near_truth(seen, subject, comparison);
  if (!subject.can(Feature::weights)) weights_near_truth(seen, comparison);
}

}  // namespace

Law agrees_with_the_definition() {
  return {.id = "agrees_with_the_definition",
          .title = "every output agrees with the definition",
          .statement =
              "Q = X W^Q, K = X W^K, V = X W^V where projections are given, s_ij = q_i.k_j / sqrt(d_k), "
              "L_i = log sum_j exp(s_ij), A_ij = exp(s_ij - L_i) and Y = A V: each of them that is offered, and Y also "
              "when it "
              "is all that is asked for.",
          .equation = "definition",
          .needs = {},
          .exactness = Exactness::bounded,
          .general = true,
          .fit = any_spec,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
