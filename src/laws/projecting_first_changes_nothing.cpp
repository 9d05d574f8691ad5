// A layer sees X only through Q = X W^Q, K = X W^K and V = X W^V: any other X and matrices with the same three products
// are the same problem. Catches K from W^Q, X used for V, residuals of X, a projection that is read by columns.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec = equal_lengths(spec);
  if (!spec.projected) return spec;
  // The three products must be numbers of the dtype, which a shift by 3e4 leaves no bits for.
  if (spec.regime == Regime::shifted) spec.regime = Regime::moderate;
  return on_lattice(spec, 4);
}

/// X W, whose sums are exact on the Spec's lattice.
Tensor exact_product(const Tensor& x, const Tensor& w) {
  Tensor product(x.dtype, x.rows(), w.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    for (std::size_t c = 0; c < x.columns(); ++c) {
      for (std::size_t j = 0; j < w.columns(); ++j) product(i, j) += x(i, c) * w(c, j);
    }
  }
  return product;
}

/// The same problem by its queries, keys and values.
Problem given(const Problem& problem) {
  if (!problem.projected()) return problem;
  const Tensor& x = problem.at(Part::x);
  return attention_problem(exact_product(x, problem.at(Part::wq)), exact_product(x, problem.at(Part::wk)),
                           exact_product(x, problem.at(Part::wv)));
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Problem by_values = given(problem);
  const Problem selecting = as_projected(by_values);
  if (!subject.describe().constraints.d_model.allows(selecting.sizes().d_model)) {
    throw CaseEnded{{.outcome = Judgement::Outcome::unsupported, .reason = "takes no d_model of 2 d_k + d_v"}};
  }
  const auto asked = subject.weights_and(computed_outputs);
  const Observation selected = subject.attend(selecting, asked);
  comparison.agree(selected, subject.attend(by_values, asked));
  if (problem.projected()) comparison.agree(selected, subject.attend(problem, asked));
}

}  // namespace

Law projecting_first_changes_nothing() {
  return {.id = "projecting_first_changes_nothing",
          .title = "projecting first changes nothing",
          .statement =
              "Attention of X by W^Q, W^K, W^V is attention of the queries X W^Q, keys X W^K and values X W^V; and "
              "these again are X' = [Q | K | V] projected by the matrices that select its three parts. Here the "
              "products X W are exact, on a lattice, and as many queries as keys.",
          .equation = "projecting",
          .needs = {Feature::projections},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
