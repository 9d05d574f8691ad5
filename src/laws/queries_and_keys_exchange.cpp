// The score q.k is symmetric in its two arguments, and all that distinguishes queries from keys is which axis is
// summed: a sum that cancels from four-cycles. Catches one side treated apart: keys normalised, keys made by W^Q, a
// scale by a key's length.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_q = std::max<std::size_t>(spec.sizes.t_q, 2);
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 2);
  return spec.projected ? equal_lengths(spec) : spec;
}

Problem exchanged(const Spec& spec, const Problem& problem) {
  Problem other = problem;
  if (problem.projected()) {
    std::swap(other.at(Part::wq), other.at(Part::wk));
    return other;
  }
  std::swap(other.at(Part::q), other.at(Part::k));
  // What was asked is now asked for, and needs values of its own.
  other.at(Part::v) = draw_tensor(spec, "values of queries", problem.sizes().t_q, problem.sizes().d_v);
  return other;
}

/// One of 0 .. count-1 that is not `other`.
std::size_t another(std::size_t other, std::size_t count, Random& random) {
  const std::size_t n = random.below(count - 1);
  return n < other ? n : n + 1;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation a = subject.attend(problem, {Part::weights});
  const Observation b = subject.attend(exchanged(spec, problem), {Part::weights});
  Random random = stream(spec, "cycles");
  const std::size_t cycles_a_row = 8;
  for (std::size_t n = 0; n < problem.sizes().t_q * cycles_a_row; ++n) {
    const std::size_t i = n / cycles_a_row, k = another(i, problem.sizes().t_q, random);
    const std::size_t j = random.below(problem.sizes().t_k), l = another(j, problem.sizes().t_k, random);
    comparison.agree_in_proportion("four-cycle of weights", i, j,
                                   a.weight(i, j) * a.weight(k, l) * b.weight(j, k) * b.weight(l, i),
                                   a.weight(i, l) * a.weight(k, j) * b.weight(j, i) * b.weight(l, k));
  }
}

}  // namespace

Law queries_and_keys_exchange() {
  return {.id = "queries_and_keys_exchange",
          .title = "queries and keys may exchange their parts",
          .statement =
              "Let A be the weights of queries Q and keys K, and B those of queries K and keys Q. For all i, k and "
              "j, l log A_ij + log A_kl - log A_il - log A_kj = log B_ji + log B_lk - log B_li - log B_jk; judged "
              "without logarithms. With projections W^Q and W^K exchange.",
          .equation = "exchange",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_problem,
          .judge = judge};
}

}  // namespace attnref::law
