// Y = A V is additive in V, since A does not depend on V. Catches values that are clamped, squared, rectified or
// offset, which no single column scaled by a power of two need show.
#include "attnref/law.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <cmath>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.d_v = std::max<std::size_t>(spec.sizes.d_v, 1);
  return spec;
}

/// Values, or W^V, of half the dtype's bits on one lattice, so that the sum of two is exact.
Tensor lattice_values(const Spec& spec, std::string_view name) {
  const int half = format_of(spec.dtype).precision / 2;
  const int bits = spec.bits > 0 ? std::min(spec.bits, half) : half;
  Random random = stream(spec, "size of values");
  const double deviation = std::ldexp(1.0, 8 * static_cast<int>(random.below(3)) - 8);
  return draw_lattice(spec, name, spec.projected ? spec.sizes.d_model : spec.sizes.t_k, spec.sizes.d_v, bits,
                      deviation);
}

Part values_of(const Problem& problem) { return problem.projected() ? Part::wv : Part::v; }

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  problem.at(values_of(problem)) = lattice_values(spec, "first values");
  return problem;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Part values = values_of(problem);
  Problem other = problem, both = problem;
  other.at(values) = lattice_values(spec, "second values");
  for (std::size_t n = 0; n < both.at(values).values.size(); ++n)
    both.at(values).values[n] += other.at(values).values[n];
  const Observation first = subject.attend(problem);
  const Observation second = subject.attend(other);
  const Observation sum = subject.attend(both);
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    for (std::size_t c = 0; c < problem.sizes().d_v; ++c) {
      comparison.agree("output", i, c, sum.output(i, c), first.output(i, c) + second.output(i, c),
                       sum.trivial_output(i, c));
    }
  }
}

}  // namespace

Law values_add() {
  return {.id = "values_add",
          .title = "outputs of summed values are summed",
          .statement =
              "For the same queries and keys, Y(V1 + V2) = Y(V1) + Y(V2); with projections the same of W^V. Here V1 "
              "and V2 lie on one lattice of half the dtype's bits, so that V1 + V2 is exact.",
          .equation = "values_additive",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
