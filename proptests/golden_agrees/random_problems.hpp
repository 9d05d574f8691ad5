// Random problems from attnref's own integer-to-float numbers: of a given format and deviation of the scores, and such
// as lie beside midpoints.
#pragma once

#include "attnref/problem.hpp"
#include "generators/random.hpp"
#include "golden_agrees/agreement.hpp"

#include <cmath>
#include <cstdint>

namespace attnref::test {

struct Spread {
  Dtype dtype;
  double deviation;  ///< of the scores
  bool projected;
  std::uint64_t seed;
};

/// A tensor of normal numbers of that deviation, rounded to the format.
inline Tensor normal_tensor(Random& random, Dtype dtype, std::size_t rows, std::size_t columns, double deviation) {
  Tensor tensor(dtype, rows, columns);
  for (double& x : tensor.values) x = round_to(dtype, random.normal() * deviation);
  return tensor;
}

/// Up to 33 positions, d_k and d_v up to 12. The scale is the default half of the time, else one of a few, 0 and
/// negative ones among them, and then the queries make up for it.
inline Problem random_problem(const Spread& spread) {
  Random random(spread.seed, static_cast<std::uint64_t>(1000 * spread.deviation),
                2 * static_cast<std::uint64_t>(spread.dtype) + spread.projected);
  const std::size_t t_q = 1 + random.below(16), t_k = spread.projected ? t_q : 1 + random.below(33);
  const std::size_t d_model = 1 + random.below(12), d_k = 1 + random.below(12), d_v = 1 + random.below(12);
  constexpr double scales[] = {1, -0.7, 0.125, 1e-3, 3, 0};
  const bool given = random.chance(0.5);
  const double scale = given ? scales[random.below(6)] : 1 / std::sqrt(static_cast<double>(d_k));
  // The deviation of a score is that of q, times that of k, times scale sqrt(d_k).
  const double whole = scale == 0 ? 1 : std::fabs(scale) * std::sqrt(static_cast<double>(d_k));
  const double each = std::sqrt(spread.deviation / whole);
  const auto tensor = [&](std::size_t rows, std::size_t columns, double deviation) {
    return normal_tensor(random, spread.dtype, rows, columns, deviation);
  };
  const double weight = 1 / std::sqrt(static_cast<double>(d_model));
  Problem problem = [&] {
    if (spread.projected) {
      Tensor x = tensor(t_q, d_model, 1), wq = tensor(d_model, d_k, each * weight),
             wk = tensor(d_model, d_k, each * weight);
      return self_attention_problem(std::move(x), std::move(wq), std::move(wk), tensor(d_model, d_v, weight));
    }
    Tensor q = tensor(t_q, d_k, each), k = tensor(t_k, d_k, each);
    return attention_problem(std::move(q), std::move(k), tensor(t_k, d_v, 1));
  }();
  if (given) problem.how.scale = scale;
  problem.wanted = computed_outputs;
  return problem;
}

/// A midpoint between two numbers of f32, f16 or bf16, within a factor of about 8 of 1; or 0.
inline double near_midpoint(Random& random) {
  constexpr Dtype narrow[] = {Dtype::f32, Dtype::f16, Dtype::bf16};
  const int precision = format_of(narrow[random.below(3)]).precision;
  const double halves = 2 * static_cast<double>(random.below(std::size_t{1} << (precision - 1))) + 1;
  const double significand = 1 + std::ldexp(halves, -precision);
  // One draw a statement: compilers may evaluate arguments in any order.
  const bool zero = random.chance(0.2), negative = random.chance(0.5);
  const int exponent = static_cast<int>(random.below(7)) - 3;
  return zero ? 0 : std::ldexp(negative ? -significand : significand, exponent);
}

/// Keys that tie, rows that are nearly one-hot with gaps of up to some hundreds, and values whose means are midpoints
/// again and again: most outputs lie on a midpoint or hardly beside one.
inline Problem midpoint_problem(std::uint64_t seed) {
  Random random(seed, 'm');
  const std::size_t t_q = 1 + random.below(4), t_k = 1 + random.below(8), d_k = 1 + random.below(4),
                    d_v = 4 + random.below(9);
  constexpr double steps[] = {1, 30, 100, 200};
  const double step = steps[random.below(4)];
  Tensor q(Dtype::f64, t_q, d_k), k(Dtype::f64, t_k, d_k), v(Dtype::f64, t_k, d_v);
  for (double& x : q.values) x = random.integer(2);
  for (double& x : k.values) x = random.integer(2) * step;
  for (double& x : v.values) x = near_midpoint(random);
  if (random.chance(0.3)) {
    // Scores that are midpoints themselves, for the log-sum-exp.
    for (std::size_t i = 0; i < t_q; ++i) q(i, 0) = 1;
    for (std::size_t j = 0; j < t_k; ++j) k(j, 0) = near_midpoint(random);
    for (std::size_t i = 0; i < t_q; ++i) {
      for (std::size_t c = 1; c < d_k; ++c) q(i, c) = 0;
    }
    for (std::size_t j = 1; j < t_k; ++j) k(j, 0) -= random.chance(0.5) ? step : 8 * step;
  }
  Problem problem = attention_problem(std::move(q), std::move(k), std::move(v));
  constexpr double scales[] = {1, -1, 0.5, -0.375, 0};
  if (random.chance(0.5)) problem.how.scale = scales[random.below(5)];
  problem.wanted = {Part::weights, Part::output, Part::lse};
  return problem;
}

}  // namespace attnref::test
