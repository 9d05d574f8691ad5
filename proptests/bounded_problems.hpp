// Random problems for the tests of the oracle and of the error bound: every regime of scores and of values, both forms.
#pragma once

#include "attnref/backend.hpp"
#include "attnref/problem.hpp"
#include "generators/random.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace attnref::test {

template <std::size_t N>
double one_of(Random& random, const std::array<double, N>& choices) {
  return choices[random.below(N)];
}

/// Normal numbers of the given standard deviation, rounded to the dtype; a few of them 0, or far larger or smaller.
inline Tensor random_tensor(Random& random, Dtype dtype, std::size_t rows, std::size_t columns, double deviation) {
  Tensor tensor(dtype, rows, columns);
  const double zeros = one_of(random, std::array{0.0, 0.0, 0.3}), outliers = one_of(random, std::array{0.0, 0.0, 0.05});
  for (double& x : tensor.values) {
    x = random.chance(zeros) ? 0 : random.normal() * deviation;
    if (random.chance(outliers)) x *= one_of(random, std::array{1e3, 1e-3, 1e-9});
    x = round_to(dtype, x);
  }
  return tensor;
}

/// Copies row 0 over some others, so that keys or values tie.
inline void tie_rows(Random& random, Tensor& tensor) {
  for (std::size_t r = 1; r < tensor.rows(); ++r) {
    if (!random.chance(0.5)) continue;
    for (std::size_t c = 0; c < tensor.columns(); ++c) tensor(r, c) = tensor(0, c);
  }
}

struct ProblemChoices {
  Dtype dtype = Dtype::f64;
  std::size_t longest = 20;  ///< of t_q, t_k
  std::size_t widest = 12;   ///< of d_model, d_k, d_v
  double steepest = 60;      ///< largest standard deviation of q and k
  bool any_scale = true;     ///< sometimes a given one: 0, negative, small
};

inline Problem random_problem(Random& random, const ProblemChoices& choices) {
  const auto up_to = [&](std::size_t n) {
    return 1 + random.below(random.chance(0.3) ? std::min<std::size_t>(n, 3) : n);
  };
  const std::size_t t_q = up_to(choices.longest), t_k = up_to(choices.longest);
  const std::size_t d_model = up_to(choices.widest), d_k = up_to(choices.widest), d_v = up_to(choices.widest);
  const double deviation =
      std::min(choices.steepest, one_of(random, std::array{0.0, 0.01, 0.3, 1.0, 1.0, 3.0, 8.0, 60.0}));
  const double least = static_cast<double>(smallest_normal(choices.dtype));
  const double values = one_of(random, std::array{1.0, 1.0, 1.0, 100.0, 1e-4, least});  // `least`: subnormal ones
  const auto tensor = [&](std::size_t rows, std::size_t columns, double scale) {
    return random_tensor(random, choices.dtype, rows, columns, scale);
  };
  Problem problem = [&] {
    if (random.chance(0.4)) {
      const double weight = 1 / std::sqrt(static_cast<double>(d_model));
      return self_attention_problem(tensor(t_q, d_model, 1), tensor(d_model, d_k, deviation * weight),
                                    tensor(d_model, d_k, deviation * weight), tensor(d_model, d_v, values));
    }
    Tensor q = tensor(t_q, d_k, deviation), k = tensor(t_k, d_k, deviation), v = tensor(t_k, d_v, values);
    if (random.chance(0.2)) tie_rows(random, k);
    if (random.chance(0.2)) tie_rows(random, v);
    if (random.chance(0.2)) {
      // One coordinate moves all scores of a row alike, or opens gaps about the exponential's underflow.
      const double offset = one_of(random, std::array{30.0, 300.0, 3e4, -3e4});
      const bool gap = random.chance(0.5);
      for (std::size_t i = 0; i < t_q; ++i) q(i, 0) = 1;
      for (std::size_t j = 0; j < t_k; ++j) {
        k(j, 0) = round_to(choices.dtype,
                           std::fmin(choices.steepest * choices.steepest, offset) * (gap ? random.uniform() : 1.0));
      }
    }
    return attention_problem(std::move(q), std::move(k), std::move(v));
  }();
  if (choices.any_scale && random.chance(0.3)) {
    problem.how.scale = round_to(choices.dtype, one_of(random, std::array{0.0, 1.0, 0.125, -0.7, 1e-3, 3.0}));
  }
  return problem;
}

}  // namespace attnref::test
