#include "generators/unprojected.hpp"

#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include <algorithm>
#include <cmath>

namespace attnref {
namespace {

/// Coordinates of a vector that can take part in a score.
std::size_t width_of(const Spec& spec) {
  return spec.projected ? std::min(spec.sizes.d_model, spec.sizes.d_k) : spec.sizes.d_k;
}

/// About the score of a vector with itself.
double self_score(const Spec& spec) {
  Random random = stream(spec, "self score");
  switch (spec.regime) {
    case Regime::flat:
      return 0.1;
    case Regime::peaked:
      return random.chance(0.5) ? 8 : 30;
    default:
      return 1 + 3 * random.uniform();
  }
}

/// Standard deviation of the coordinates of vectors with such scores.
double coordinate_deviation(const Spec& spec) {
  const double width = static_cast<double>(std::max<std::size_t>(width_of(spec), 1));
  return std::sqrt(self_score(spec) * std::sqrt(static_cast<double>(spec.sizes.d_k)) / width);
}

/// In the tied regime about two rows of three repeat an earlier one.
void tie(const Spec& spec, Tensor& x) {
  if (spec.regime != Regime::tied) return;
  Order order = in_order(x.rows());
  for (std::size_t i = 1; i < x.rows(); ++i) {
    Random random = stream(spec, "tie", i);
    if (random.below(3) != 0) order[i] = order[random.below(i)];
  }
  x = rows_in_order(x, order);
}

Tensor signed_permutations(const Spec& spec) {
  const Tensor base = draw_lattice(spec, "x", 1, width_of(spec), spec.bits, coordinate_deviation(spec));
  Tensor x(spec.dtype, spec.sizes.t_q, base.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    Random random = stream(spec, "signed permutation", i);
    Order order = in_order(base.columns());
    shuffle(order, random);
    for (std::size_t c = 0; c < x.columns(); ++c) x(i, c) = random.chance(0.5) ? base(0, order[c]) : -base(0, order[c]);
  }
  return x;
}

/// Scales row i to length `norm`, as nearly as rounding allows.
void normalise(Tensor& x, std::size_t i, double norm) {
  double squares = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) squares += x(i, c) * x(i, c);
  if (squares == 0) return;
  for (std::size_t c = 0; c < x.columns(); ++c) x(i, c) = round_to(x.dtype, x(i, c) * (norm / std::sqrt(squares)));
}

Tensor nearly_one_length(const Spec& spec) {
  const double deviation = coordinate_deviation(spec);
  Tensor x = draw_tensor(spec, "x", spec.sizes.t_q, width_of(spec), deviation);
  const double norm = deviation * std::sqrt(static_cast<double>(x.columns()));
  const double twins_apart = std::ldexp(deviation, -format_of(spec.dtype).precision / 2);
  for (std::size_t i = 0; i < x.rows(); ++i) {
    Random random = stream(spec, "twin", i);
    if (i > 0 && random.chance(0.3)) {
      // A near twin: its product with its twin differs from its own square by less than either is rounded.
      const std::size_t twin = random.below(i);
      for (std::size_t c = 0; c < x.columns(); ++c) x(i, c) = x(twin, c) + twins_apart * random.normal();
    }
    normalise(x, i, norm);
  }
  return x;
}

}  // namespace

Tensor draw_vectors(const Spec& spec) {
  Tensor x = draw_tensor(spec, "x", spec.sizes.t_q, width_of(spec), coordinate_deviation(spec));
  for (std::size_t i = 0; i < x.rows(); ++i) {
    const double stretch = std::ldexp(1.0, static_cast<int>(stream(spec, "length", i).below(3)) - 1);
    for (std::size_t c = 0; c < x.columns(); ++c) x(i, c) = round_to(spec.dtype, x(i, c) * stretch);
  }
  tie(spec, x);
  return x;
}

Tensor draw_vectors_of_one_length(const Spec& spec) {
  Tensor x = spec.bits > 0 ? signed_permutations(spec) : nearly_one_length(spec);
  tie(spec, x);
  return x;
}

Problem unprojected_problem(const Spec& spec, const Tensor& x) {
  const Sizes& s = spec.sizes;
  if (!spec.projected) {
    const Tensor padded = resized_columns(x, s.d_k);
    return attention_problem(padded, padded, resized_columns(x, s.d_v));
  }
  const Tensor same = identity_columns(spec.dtype, s.d_model, in_order(s.d_k));
  return self_attention_problem(resized_columns(x, s.d_model), same, same,
                                identity_columns(spec.dtype, s.d_model, in_order(s.d_v)));
}

Problem draw_symmetric(const Spec& spec) {
  if (!spec.projected) return unprojected_problem(spec, draw_vectors(spec));
  Problem problem = draw_problem(spec);
  // A query with itself as key has sqrt(d_k) times the score it has with another.
  const double shrink =
      std::ldexp(1.0, -static_cast<int>(std::lround(std::log2(static_cast<double>(spec.sizes.d_k)) / 4)));
  Tensor& shared = problem.at(Part::wq);
  for (double& w : shared.values) w = round_to(spec.dtype, w * shrink);
  problem.at(Part::wk) = shared;
  return problem;
}

long double most_log_odds_against_itself(const Enclosure& truth, std::size_t i, std::size_t j) {
  const Enclosed& s = truth[Part::scores];
  const long double others = s.mid[s.at(j, j)] + s.rad[s.at(j, j)];
  const long double own = s.mid[s.at(i, i)] - s.rad[s.at(i, i)];
  return others > own ? (others - own) / 2 : 0;
}

Measured exponential_of_slack(long double g) { return g < 0x1p-20L ? Measured{1, 2 * g} : exp(Measured{g, 0}); }

}  // namespace attnref
