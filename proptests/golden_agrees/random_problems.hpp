// Problems of a given format whose scores have a given standard deviation, from attnref's own integer-to-float numbers.
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

/// Up to 33 positions, d_k and d_v up to 12. The scale is the default half of the time, else one of a few, 0 and negative
/// ones among them, and then the queries make up for it.
inline Problem random_problem(const Spread& spread) {
  Random random(spread.seed, static_cast<std::uint64_t>(spread.dtype), spread.projected);
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
      Tensor x = tensor(t_q, d_model, 1), wq = tensor(d_model, d_k, each * weight), wk = tensor(d_model, d_k, each * weight);
      return self_attention_problem(std::move(x), std::move(wq), std::move(wk), tensor(d_model, d_v, weight));
    }
    Tensor q = tensor(t_q, d_k, each), k = tensor(t_k, d_k, each);
    return attention_problem(std::move(q), std::move(k), tensor(t_k, d_v, 1));
  }();
  if (given) problem.scale = scale;
  problem.outputs = all_outputs;
  return problem;
}

}  // namespace attnref::test
