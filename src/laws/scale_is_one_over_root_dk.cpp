// The fingerprint of the scale: with one key k and all others 0 the weights have a closed form in q.k / sqrt(d_k)
// alone. Of all laws this one fixes the scale's value: every fault that acts as a constant temperature leaves the
// others true.
#include "attnref/law.hpp"
#include "generators/draw.hpp"
#include "judging/key_scores.hpp"

#include <algorithm>

namespace attnref::law {
namespace {

Spec fit(Spec spec) {
  spec.sizes.t_k = std::max<std::size_t>(spec.sizes.t_k, 2);
  spec.sizes.d_model = std::max<std::size_t>(spec.sizes.d_model, 1);
  if (spec.projected) spec.sizes.t_q = spec.sizes.t_k = std::max(spec.sizes.t_q, spec.sizes.t_k);
  // Scores far from 0 saturate, and say little of the scale.
  return within_regimes(spec, {Regime::moderate, Regime::peaked, Regime::special});
}

/// Where the one key is that is not 0.
std::size_t place_of_key(const Spec& spec) { return stream(spec, "place").below(spec.sizes.t_k); }

/// The key itself: row `place` of K, or the one row of W^K that is not 0 and that x_place alone selects.
std::vector<double> key_of(const Spec& spec, const Problem& problem) {
  const Tensor& rows = problem.at(problem.projected() ? Part::wk : Part::k);
  const std::size_t row = problem.projected() ? 0 : place_of_key(spec);
  const auto start = rows.values.begin() + static_cast<std::ptrdiff_t>(row * rows.columns());
  return {start, start + static_cast<std::ptrdiff_t>(rows.columns())};
}

Problem draw(const Spec& spec) {
  Problem problem = draw_problem(spec);
  const std::size_t place = place_of_key(spec);
  if (problem.projected()) {
    Tensor& x = problem.at(Part::x);
    for (std::size_t i = 0; i < x.rows(); ++i) x(i, 0) = i == place ? 1 : 0;
    Tensor& wk = problem.at(Part::wk) = Tensor(spec.dtype, spec.sizes.d_model, spec.sizes.d_k);
    const Tensor key = draw_tensor(spec, "key", 1, spec.sizes.d_k);
    std::copy(key.values.begin(), key.values.end(), wk.values.begin());
  } else {
    Tensor& k = problem.at(Part::k);
    for (std::size_t j = 0; j < k.rows(); ++j) {
      for (std::size_t c = 0; j != place && c < k.columns(); ++c) k(j, c) = 0;
    }
  }
  return problem;
}

void judge(const Spec& spec, const Problem& problem, Subject& subject, Comparison& comparison) {
  const std::size_t place = place_of_key(spec);
  const Observation seen = subject.attend(problem, subject.weights_and({Part::scores, Part::lse}));
  const std::vector<Measured> scores = key_scores(problem, key_of(spec, problem));
  const Measured one{1, 0}, others{static_cast<long double>(problem.sizes().t_k - 1), 0};
  for (std::size_t i = 0; i < problem.sizes().t_q; ++i) {
    const Measured odds = exp(scores[i]);
    // e^s / (e^s + n - 1), written so that neither a large nor a small e^s loses anything.
    const Measured total = odds + others;
    const Measured weight = one / (one + others / odds), other = one / total;
    for (std::size_t j = 0; j < problem.sizes().t_k; ++j) {
      comparison.agree("weights", i, j, seen.weight(i, j), j == place ? weight : other, seen.trivial_weight(i, j));
    }
    if (subject.can(Feature::scores)) {
      const Bound& bound = seen.bound(Part::scores);
      comparison.agree("scores", i, place, seen.score(i, place), scores[i], bound.trivial[bound.at(i, place)]);
    }
    if (subject.can(Feature::lse))
      comparison.agree("lse", i, 0, seen.lse(i), log(total), seen.bound(Part::lse).trivial[i]);
  }
}

}  // namespace

Law scale_is_one_over_root_dk() {
  return {.id = "scale_is_one_over_root_dk",
          .title = "the scale is 1 / sqrt(d_k)",
          .statement =
              "With n keys of which all are 0 but k_p, and s = q_i.k_p / sqrt(d_k): A_ip = e^s / (e^s + n - 1) and "
              "every other A_ij = 1 / (e^s + n - 1). With two keys A_ip is the logistic function of s. Nothing else "
              "enters: not d_model, not d_v, not the lengths.",
          .equation = "fingerprint",
          .needs = {},
          .exactness = Exactness::bounded,
          .fit = fit,
          .draw = draw,
          .judge = judge};
}

}  // namespace attnref::law
