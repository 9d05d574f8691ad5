// The quick oracle: unmasked attention in long double, each number with a radius that is proved, not guessed.
//
//   projections   Q = X W^Q, K = X W^K, V = X W^V, or given
//   scores        sigma Q K^T
//   weights       their softmax by rows, and its log-sum-exp
//   output        the weighted means of V
//
// Sums have n, d_k, d_model < 2^20 terms, or nothing is known. Nothing in the core can overflow or underflow a long
// double up to the scores: doubles are within 2^+-1074, and three projections, two products and a scale stay within
// 2^+-5500. Radii are summed in double (truth/bounds/scaled.hpp) and inflated.
#include "attnref/enclosure.hpp"

#include "truth/bounds/safe_side.hpp"
#include "truth/oracle/output.hpp"
#include "truth/oracle/projections.hpp"
#include "truth/oracle/scores.hpp"
#include "truth/oracle/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace attnref {
namespace {

constexpr std::size_t too_many_terms = std::size_t{1} << 20;
constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();

void fill_row(std::vector<long double>& matrix, const Enclosed& shape, std::size_t i, long double x) {
  std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(i * shape.columns), shape.columns, x);
}

/// Scores to output, by rows. Number is double where queries, keys and values are given and so exact.
template <class Number>
void attend(Enclosure& e, const std::vector<Number>& q, const std::vector<Number>& k, const std::vector<Number>& v,
            long double sigma, EmptyRow empty) {
  const std::size_t t_q = e[Part::queries].rows, t_k = e[Part::keys].rows;
  e[Part::scores] = oracle::enclose_scores(e[Part::queries], e[Part::keys], q.data(), k.data(), sigma);
  e[Part::weights] = Enclosed(t_q, t_k);
  e[Part::output] = Enclosed(t_q, e[Part::values].columns);
  e[Part::lse] = Enclosed(t_q, 1);
  if (t_k == 0) {
    std::fill(e[Part::lse].mid.begin(), e[Part::lse].mid.end(), -bounds::infinity);
    if (empty == EmptyRow::nans) std::fill(e[Part::output].mid.begin(), e[Part::output].mid.end(), nan);
    return;
  }
  const oracle::Columns<Number> columns(e[Part::values], v);
  oracle::Row row(t_k);
  std::vector<double> scratch;
  for (std::size_t i = 0; i < t_q; ++i) {
    if (!oracle::weigh(e[Part::scores], i, row)) {
      for (Enclosed* part : {&e[Part::weights], &e[Part::output], &e[Part::lse]}) fill_row(part->mid, *part, i, nan);
      continue;
    }
    oracle::enclose_weights(row, e[Part::scores], e[Part::weights], i, scratch);
    oracle::enclose_log_sum_exp(row, e[Part::lse], i);
    oracle::enclose_output(row, columns, e[Part::scores], e[Part::output], i, scratch);
    if (row.known) continue;
    for (Enclosed* part : {&e[Part::weights], &e[Part::output], &e[Part::lse]})
      fill_row(part->rad, *part, i, bounds::infinity);
  }
}

/// Nothing is known but what is given: sums are too long for the radii's proof.
void widen_all(Enclosure& e, bool projected) {
  for (Enclosed* part : {&e[Part::scores], &e[Part::weights], &e[Part::output], &e[Part::lse]}) {
    std::fill(part->rad.begin(), part->rad.end(), bounds::infinity);
  }
  if (!projected) return;
  for (Enclosed* part : {&e[Part::queries], &e[Part::keys], &e[Part::values]}) {
    std::fill(part->rad.begin(), part->rad.end(), bounds::infinity);
  }
}

}  // namespace

Enclosure quick_oracle(const Problem& problem) {
  if (beyond_the_core(problem)) {
    throw std::invalid_argument(
        "quick oracle: expected unmasked attention of one head, found a mask, a bias, heads or "
        "another choice beyond the core");
  }
  const std::size_t d_k = problem.sizes().d_k;
  if (d_k == 0) throw std::invalid_argument("quick oracle: d_k: expected at least 1, found 0");
  const long double sigma =
      problem.how.scale ? static_cast<long double>(*problem.how.scale) : 1 / std::sqrt(bounds::as_real(d_k));
  Enclosure e;
  oracle::enclose_projections(problem, e);
  if (problem.projected()) {
    attend(e, e[Part::queries].mid, e[Part::keys].mid, e[Part::values].mid, sigma, problem.how.empty_row);
  } else {
    attend(e, problem.at(Part::q).values, problem.at(Part::k).values, problem.at(Part::v).values, sigma,
           problem.how.empty_row);
  }
  if (std::max({problem.sizes().t_k, d_k, problem.sizes().d_model}) >= too_many_terms)
    widen_all(e, problem.projected());
  return e;
}

}  // namespace attnref
