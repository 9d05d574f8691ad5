// How large the largest weight of a row is on average when its scores are independent standard normal numbers: what the
// rows of long queries and keys come to, once their scores are divided by sqrt(d_k).
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace attnref::docs {

/// E max softmax(g) for n independent standard normal g_j, by quadrature (eq. largest_weight_limit).
///
/// With 1/Z = integral of e^(-tZ) over t > 0, t = e^(-u), the n exponentials of Z part:
///
///     E = n * integral over u of integral over g of e^(g-u) F_u(g)^(n-1) dF_u(g),
///     F_u(g) = integral up to g of phi(h) exp(-e^(h-u)) dh.
///
/// F_u by Simpson's rule, step by step, the rest by the trapezoid rule, which converges fast for smooth functions that
/// vanish at both ends. The error falls with the fourth power of the step; left out are the tails beyond |g| = 9, below
/// 1e-17, and beyond u = -12 and 48.
inline double expected_largest_weight(std::size_t n, double step = 1.0 / 32) {
  constexpr double reach = 9, lowest_u = -12, highest_u = 48;
  const auto half_steps = static_cast<std::size_t>(std::lround(4 * reach / step));
  std::vector<double> density, exponential;
  for (std::size_t i = 0; i <= half_steps; ++i) {
    const double g = -reach + static_cast<double>(i) * step / 2;
    density.push_back(std::exp(-g * g / 2) / std::sqrt(2 * std::numbers::pi));
    exponential.push_back(std::exp(g));
  }
  const auto integrand = [&](double t, std::size_t i) { return density[i] * std::exp(-t * exponential[i]); };
  double sum = 0;
  const auto u_steps = static_cast<std::size_t>(std::lround((highest_u - lowest_u) / step));
  for (std::size_t k = 0; k <= u_steps; ++k) {
    const double t = std::exp(-(lowest_u + static_cast<double>(k) * step));
    double below = 0, before = integrand(t, 0);
    for (std::size_t i = 2; i <= half_steps; i += 2) {
      const double here = integrand(t, i);
      below += step / 6 * (before + 4 * integrand(t, i - 1) + here);
      sum += t * exponential[i] * std::pow(below, static_cast<double>(n - 1)) * here;
      before = here;
    }
  }
  return static_cast<double>(n) * sum * step * step;
}

}  // namespace attnref::docs
