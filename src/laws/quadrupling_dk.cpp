// sqrt(4 d_k) = 2 sqrt(d_k): zeros up to four times the width halve the default scale, and doubled queries take that
// back. So the scale falls as 1/sqrt(d_k) at every width, seen without a scale of the caller's. Catches 1/d_k,
// 1/sqrt(d_k + 1), constants.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

/// The Spec's d_k is the larger width.
Spec fit(Spec spec) {
  spec.sizes.d_k = std::max<std::size_t>(4, spec.sizes.d_k - spec.sizes.d_k % 4);
  return spec;
}

Part queries_of(const Problem& problem) { return problem.projected() ? Part::wq : Part::q; }
Part keys_of(const Problem& problem) { return problem.projected() ? Part::wk : Part::k; }

Problem draw(const Spec& spec) {
  Spec narrow = spec;
  narrow.sizes.d_k /= 4;
  Problem problem = draw_problem(narrow);
  Tensor& queries = problem.at(queries_of(problem));
  Tensor& keys = problem.at(keys_of(problem));
  queries = times(2, resized_columns(queries, spec.sizes.d_k));
  keys = resized_columns(keys, spec.sizes.d_k);
  return problem;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Constraints& limits = subject.describe().constraints;
  Problem narrow = problem;
  const std::size_t d_k = problem.sizes().d_k / 4;
  if (!limits.d_k.allows(d_k))
    throw CaseEnded{{.outcome = Judgement::Outcome::unsupported, .reason = "takes no d_k and four times as much"}};
  Tensor& queries = narrow.at(queries_of(narrow));
  Tensor& keys = narrow.at(keys_of(narrow));
  queries = times(0.5, resized_columns(queries, d_k));
  keys = resized_columns(keys, d_k);
  if (limits.d_v_equals_d_k) {
    Tensor& values = narrow.at(narrow.projected() ? Part::wv : Part::v);
    values = resized_columns(values, d_k);
  }
  const auto asked = subject.weights_and({Part::scores, Part::lse});
  comparison.agree(subject.attend(narrow, asked), subject.attend(problem, asked));
}

}  // namespace

Law quadrupling_dk() {
  return {.id = "quadrupling_dk",
          .title = "four times d_k halves the scale",
          .statement =
              "Let queries and keys be continued by zeros to 4 d_k coordinates, and the queries doubled. Under the "
              "default scale scores, A and Y stay as they were. With projections the same of the columns of W^Q and "
              "W^K.",
          .equation = "quadrupling",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
