// A row of weights and its log-sum-exp, enclosed.
//
// With R_j = rho_j + pair_error (|s_j| + |t_j|) + exponential_error (the score's radius, the rounding of t = s - M, and
// the exponential; M is one number in all t_j, so it cancels) the weights computed are A~_j = a_j e^(+-xi), where a_j
// is proportional to e^(s_j + theta_j) with |theta_j| <= R_j, so that the true weight is A_j = a_j e^(-theta_j) / sum_l
// a_l e^(-theta_l). Their sum errs by sum_error(n), its reciprocal and the product by pair_error: xi holds them and as
// much again. D = sum A~ e^-R. (eq. quick_weight)
//
// Weights below e^-645 < 2^-930 are 0 in the row, as sums over values have room for them (bounds::lost); on their own
// they are published as they are.
#pragma once

#include "attnref/enclosure.hpp"
#include "truth/oracle/double_double.hpp"
#include "truth/oracle/scores.hpp"

#include <cstddef>
#include <vector>

namespace attnref::oracle {

/// A weight that is 0 in the row: its number, and its exponent before division.
struct FarWeight {
  std::size_t key;
  Pair exponent;
};

/// What is known of a row of weights; arrays are padded.
struct Row {
  std::vector<double> hi, lo;  ///< A~
  std::vector<double> growth;  ///< e^R - 1, and 2^91 where it is more
  std::vector<double> moved;   ///< A~ (e^R - 1)
  std::vector<FarWeight> far;
  bool known = true;        ///< false: a score's radius is so large that nothing is said
  Pair reciprocal;          ///< of the sum of exponentials
  double denominator = 0;   ///< D: at most sum A~ e^-R
  double in_all = 0;        ///< sum A~
  double moved_in_all = 0;  ///< sum of moved
  double xi = 0;
  Pair log_of_sum;  ///< without M
  double error_of_log = 0;
  Pair shift;  ///< M

  explicit Row(std::size_t n)
      : hi(padded(n)),
        lo(padded(n)),
        growth(padded(n)),
        moved(padded(n)),
        scratch_hi(padded(n)),
        scratch_lo(padded(n)) {}
  std::vector<double> scratch_hi, scratch_lo;
};

/// The weights of a row of n scores. False where the row is NaN.
bool weigh(const ScoreRow& scores, std::size_t n, Row& row);

/// Row i of the weights.
void enclose_weights(Row& row, const Enclosed& scores, Enclosed& weights, std::size_t i);

/// The log-sum-exp of row i.
void enclose_log_sum_exp(const Row& row, Enclosed& lse, std::size_t i);

}  // namespace attnref::oracle
