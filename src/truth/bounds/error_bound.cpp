// The bound on an implementation's error, for each element, from the data: steps 0 to 5 of the derivation put together.
//
//   0 roundoffs           what a profile's roundings come to
//   1 operands            queries, keys, values
//   2 score_errors        scores
//   3 computed_weights    the shift, and exponentials of shifted scores
//   4 computed_weights    their sum
//   5 bound_on_weights, bound_on_output, bound_on_recomputed_output, bound_on_log_sum_exp, bound_on_row_sums
//
// An implementation errs as its profile says: each operation is exact(1 + d) + e. What is known of the true values is
// an enclosure, so every bound takes the far end of it: the bounds increase in A, |v - Y|, |Y|, |s|, H and the shift,
// and decrease in D. They are upper bounds, so their own evaluation may be coarse: sums and relative errors run in
// double, what may be as small as a subnormal double or as large as a raw score in long double, and everything is
// inflated by 1 + 2^-30.
//
// Hypotheses. H1: each operation is exact(1 + d) + e, in any order or tree of a sum, fused or not; no Strassen, no
// split or truncating products. H2: numerator and denominator use the same float weight, up to one narrow store; the
// scale is on q, on k, on the score, or its root on both. H3: one shift a row; online, a running maximum. H4: nothing
// overflows on the way: where it may, the limit is infinite. H5: exp >= 0 and right to eps_exp or lam_w, log to
// eps_exp. H6: D > 0. Those that are inequalities in the profile and the sizes are checked in hypotheses.
#include "attnref/error_bound.hpp"

#include "problem/computed.hpp"
#include "problem/heads.hpp"
#include "problem/rows.hpp"
#include "truth/bounds/bound_on_log_sum_exp.hpp"
#include "truth/bounds/bound_on_output.hpp"
#include "truth/bounds/bound_on_recomputed_output.hpp"
#include "truth/bounds/bound_on_row_sums.hpp"
#include "truth/bounds/bound_on_weights.hpp"
#include "truth/bounds/computed_weights.hpp"
#include "truth/bounds/hypotheses.hpp"
#include "truth/bounds/operands.hpp"
#include "truth/bounds/roundoffs.hpp"
#include "truth/bounds/safe_side.hpp"
#include "truth/bounds/score_errors.hpp"
#include "truth/known_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attnref {
namespace {

using namespace bounds;

/// Nothing is said of row i.
void mute_row(std::size_t i, Bounds& result) {
  for (Bound* bound : {&result[Part::weights], &result[Part::output], &result[Part::lse], &result.row_sums}) {
    std::fill_n(bound->limit.begin() + static_cast<std::ptrdiff_t>(i * bound->columns), bound->columns, infinity);
  }
}

/// Nothing is said of the problem.
void say_nothing(Bounds& result) {
  for (auto& [part, bound] : result) std::fill(bound.limit.begin(), bound.limit.end(), infinity);
  std::fill(result.row_sums.limit.begin(), result.row_sums.limit.end(), infinity);
}

/// Steps 2 to 5, a row at a time.
void bound_rows(const Enclosure& truth, const Profile& profile, const Roundoffs& r, const ScoreFactors& scores,
                const ValueFactors& values, Bounds& result) {
  const Enclosed &s = truth[Part::scores], &y = truth[Part::output];
  Bound &of_scores = result[Part::scores], &of_weights = result[Part::weights];
  Bound &of_output = result[Part::output], &of_lse = result[Part::lse];
  ScoreErrors errors;
  ComputedWeights row(s.columns);
  std::vector<double> scratch;
  std::vector<long double> zeta;
  for (std::size_t i = 0; i < s.rows; ++i) {
    score_errors(i, s, scores, profile, r, errors, of_scores);
    if (!enclose_computed_weights(i, truth, errors, profile, r, row)) {
      mute_row(i, result);
      continue;
    }
    const long double lse_error = bound_log_sum_exp(i, row, r, of_lse);
    if (profile.weights_from_lse || profile.output_from_lse) {
      recompute_weights(i, s, errors, row, lse_error, r, zeta);
    }
    long double sum_error = 0;
    if (profile.weights_from_lse) {
      sum_error = bound_recomputed_weights(i, zeta, row, r, of_weights);
    } else {
      bound_weights(i, row, r, of_weights, scratch);
      sum_error = row_sum_error(row, r);
    }
    bound_row_sum(i, sum_error, s.columns, r, result.row_sums);
    if (profile.output_from_lse) {
      bound_recomputed_output(i, y, row, zeta, values, r, of_output);
    } else {
      bound_output(i, y, row, values, r, of_output, scratch);
    }
  }
}

/// What any answer in range is within: weights in [0, 1], output in the hull of the values.
void set_trivial(const Enclosure& truth, const ValueFactors& values, Bounds& result) {
  std::transform(truth[Part::weights].mid.begin(), truth[Part::weights].mid.end(),
                 result[Part::weights].trivial.begin(), [](long double a) { return larger(a, 1 - a); });
  Bound& output = result[Part::output];
  for (std::size_t i = 0; i < output.rows; ++i) {
    for (std::size_t c = 0; c < output.columns; ++c) output.trivial[output.at(i, c)] = values.columns[c].hull;
  }
  std::fill(result[Part::lse].trivial.begin(), result[Part::lse].trivial.end(), std::log(2.0L));
  std::fill(result.row_sums.trivial.begin(), result.row_sums.trivial.end(), 1.0L);
}

/// No keys: zeros and -inf by definition (or NaN, on request, of which no bound speaks); nothing is summed.
void bound_empty_rows(const Enclosure& truth, Bounds& result) {
  for (std::size_t n = 0; n < truth[Part::output].mid.size(); ++n) {
    result[Part::output].limit[n] = std::isnan(truth[Part::output].mid[n]) ? infinity : 0;
    result[Part::output].trivial[n] = 1;
  }
  std::fill(result[Part::lse].trivial.begin(), result[Part::lse].trivial.end(), std::log(2.0L));
  std::fill(result.row_sums.limit.begin(), result.row_sums.limit.end(), infinity);
}

}  // namespace

Bounds error_bound(const Problem& problem, const Enclosure& truth, const Profile& profile) {
  return error_bound(problem, every_row(problem.sizes().t_q), truth, profile);
}

Bounds error_bound(const Problem& problem, std::span<const std::size_t> rows, const Enclosure& truth,
                   const Profile& profile) {
  require_computed("error bound", problem);
  require_rows("error bound", problem, rows);
  const Sizes& sizes = problem.sizes();
  const Roundoffs r = roundoffs(profile, problem);
  const Head head = only_head_of(problem);
  const KnownOperands known = known_operands(problem, rows, truth);
  Operands x = operands(problem, rows, known, r);
  Bounds result;
  result[Part::scores] = Bound(rows.size(), sizes.t_k);
  result[Part::weights] = Bound(rows.size(), sizes.t_k);
  result[Part::output] = Bound(rows.size(), sizes.d_v);
  result[Part::lse] = Bound(rows.size(), 1);
  result.row_sums = Bound(rows.size(), 1);
  if (sizes.t_k == 0) {
    bound_empty_rows(truth, result);
  } else {
    const long double sigma =
        head.how.scale ? static_cast<long double>(*head.how.scale) : 1 / std::sqrt(as_real(sizes.d_k));
    const ValueFactors values = value_factors(known.values, x.v);
    bound_rows(truth, profile, r, score_factors(known, x.q, x.k, sigma, r), values, result);
    set_trivial(truth, values, result);
  }
  result[Part::queries] = std::move(x.q.bound);
  result[Part::keys] = std::move(x.k.bound);
  result[Part::values] = std::move(x.v.bound);
  if (!meets_hypotheses(profile, problem, r)) say_nothing(result);
  return result;
}

}  // namespace attnref
