// Queries of zero score every key 0, so each weight is 1/n and the output is the mean of the values. With n a power of
// two and values that are small integers times a power of two no step rounds, in any order: the bits are known.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <bit>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_k = std::bit_floor(std::max<std::size_t>(spec.sizes.t_k, 1));
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k;
  return on_lattice(spec, 4);
}

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  Tensor& zero = problem.at(spec.projected ? Part::wq : Part::q);
  std::fill(zero.values.begin(), zero.values.end(), 0.0);
  return problem;
}

/// V as it is given, or X W^V on the lattice, where its sums are exact.
Tensor values_of(const Problem& problem) {
  if (!problem.projected()) return problem.at(Part::v);
  const Tensor& x = problem.at(Part::x);
  const Tensor& w = problem.at(Part::wv);
  Tensor v(problem.dtype(), x.rows(), w.columns());
  for (std::size_t i = 0; i < v.rows(); ++i) {
    for (std::size_t c = 0; c < v.columns(); ++c) {
      for (std::size_t a = 0; a < x.columns(); ++a) v(i, c) += x(i, a) * w(a, c);
    }
  }
  return v;
}

void judge(const Spec&, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem);
  const Tensor values = values_of(problem);
  const double n = static_cast<double>(problem.sizes().t_k);
  // Weights below a constant shift's are e^-shift / (n e^-shift), whose sum may round; recomputed ones are e^(-log n).
  const Profile& profile = subject.profile();
  const bool exact = profile.shift == 0 && !profile.output_from_lse;
  for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
    double sum = 0;
    for (std::size_t j = 0; j < values.rows(); ++j) sum += values(j, c);
    for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
      if (exact) {
        comparison.equal("output", i, c, seen[Part::output](i, c), sum / n);
      } else {
        comparison.agree("output", i, c, seen.output(i, c), {sum / n, 0}, seen.trivial_output(i, c));
      }
    }
  }
}

}  // namespace

Law dyadic_means_are_exact() {
  return {.id = "dyadic_means_are_exact",
          .title = "the mean of 2^k small integers is exact",
          .statement =
              "If every query is zero, the number n of keys is a power of two and the values are small integers times "
              "a power of two, every row of Y is the mean of the values, to the last bit.",
          .equation = "dyadic_mean",
          .needs = {},
          .exactness = Exactness::exact,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
