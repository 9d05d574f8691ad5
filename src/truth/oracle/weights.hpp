// A row of weights and its log-sum-exp, enclosed.
//
// With R_j = rho_j + u|t_j| + 6u (the score's radius, the rounding of t = s - M, expl, and the terms in u^2; M is one
// number in all t_j, so it cancels) the weights computed are A~_j = a_j e^(+-xi), where a_j is proportional to e^(s_j +
// theta_j) with |theta_j| <= R_j, so that the true weight is A_j = a_j e^(-theta_j) / sum_l a_l e^(-theta_l). They have
// n + 1 roundings (the sum n - 1, its reciprocal, the product): xi = (n + 2) u holds them. D = sum A~ e^-R.
// (eq. quick_weight)
#pragma once

#include "attnref/enclosure.hpp"

#include <cstddef>
#include <vector>

namespace attnref::oracle {

/// What is known of a row of weights.
struct Row {
  std::vector<long double> weight;  ///< A~
  std::vector<double> near;         ///< A~ as a double
  std::vector<double> growth;       ///< e^R - 1
  std::vector<double> moved;        ///< A~ (e^R - 1)
  bool known = true;                ///< false: a score's radius is so large that nothing is said
  double denominator = 0;           ///< D: at most sum A~ e^-R
  double moved_in_all = 0;          ///< sum of moved
  double xi = 0;
  long double log_sum_exp = 0;
  long double log_of_sum = 0;  ///< the part that the logarithm gave

  explicit Row(std::size_t n) : weight(n), near(n), growth(n), moved(n) {}
};

/// The weights of row i of the scores. False where the row is NaN.
bool weigh(const Enclosed& scores, std::size_t i, Row& row);

/// Row i of the weights; `suffixes` is room to sum in.
void enclose_weights(const Row& row, const Enclosed& scores, Enclosed& weights, std::size_t i,
                     std::vector<double>& suffixes);

/// The log-sum-exp of row i.
void enclose_log_sum_exp(const Row& row, Enclosed& lse, std::size_t i);

}  // namespace attnref::oracle
