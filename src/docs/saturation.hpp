// What happens to a row of weights as d_k grows, with the divisor and without it: measured over many draws of the
// lesson's second program, Q and K of six rows each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attnref::docs {

inline constexpr std::size_t saturation_rows = 6;

/// The measurements of one way to scale.
struct Saturated {
  std::vector<double> largest;   ///< of each row: its largest weight
  std::vector<double> gradient;  ///< of each row: the Frobenius norm of the softmax's Jacobian at it
  std::vector<double> means;     ///< of each draw: the mean of its six rows' largest weights, as the lesson prints it
};

struct Saturation {
  Saturated undivided, divided;
  std::vector<double> products;  ///< of each draw: q_0 . k_0
};

/// `draws` draws, of seeds first_seed, first_seed + 1 and so on: those of `attnref lesson 2 --seed`.
Saturation saturation(std::size_t d_k, std::size_t draws, std::uint64_t first_seed = 1);

/// The Frobenius norm of diag(a) - a a^T, the derivative of a row of weights by its scores (eq. softmax_derivative):
/// the root of the sum of its squared entries. (eq. jacobian_bound)
double jacobian_norm(const double* weights, std::size_t n);

/// A mean and its standard error, of independent numbers.
struct Mean {
  double value = 0;
  double error = 0;
};
Mean mean_of(const std::vector<double>& numbers);

/// The number that a share `p` of them is below.
double quantile(std::vector<double> numbers, double p);

}  // namespace attnref::docs
