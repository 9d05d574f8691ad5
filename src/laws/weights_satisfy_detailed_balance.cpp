// Where scores are symmetric A_ij = e^(s_ij) / Z_i, and around a triangle each Z and each score occurs once on both
// sides: Kolmogorov's criterion for a reversible chain. It needs neither Z nor the scale, and no asymmetric score
// passes it.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_q = std::max<std::size_t>(spec.sizes.t_q, 3);
  return within_regimes(equal_lengths(spec), {Regime::moderate, Regime::flat, Regime::peaked, Regime::tied});
}

/// Three positions, all different.
struct Triangle {
  std::size_t i, j, k;
};

/// `count` of t positions, t >= 3.
std::vector<Triangle> triangles(const Spec& spec, std::size_t t, std::size_t count) {
  Random random = stream(spec, "triangles");
  std::vector<Triangle> drawn;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = random.below(t);
    const std::size_t j = (i + 1 + random.below(t - 1)) % t;
    std::size_t k = random.below(t);
    while (k == i || k == j) k = (k + 1) % t;
    drawn.push_back({i, j, k});
  }
  return drawn;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const Observation seen = subject.attend(problem, {Part::weights});
  const std::size_t t = problem.sizes().t_q;
  for (const auto& [i, j, k] : triangles(spec, t, 4 * t)) {
    const Measured there = seen.weight(i, j) * seen.weight(j, k) * seen.weight(k, i);
    const Measured back = seen.weight(i, k) * seen.weight(k, j) * seen.weight(j, i);
    comparison.agree("weights around a triangle", i, j, there, back);
  }
}

}  // namespace

Law weights_satisfy_detailed_balance() {
  return {.id = "weights_satisfy_detailed_balance",
          .title = "weights satisfy detailed balance where scores are symmetric",
          .statement =
              "If Q = K (no projections, or W^Q = W^K), A_ij A_jk A_ki = A_ik A_kj A_ji for all positions i, j, k.",
          .equation = "detailed_balance",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw_symmetric,
          .judge = judge};
}

}  // namespace attnref::law
