// The quick oracle: attention of a head's rows in double-double, each number with a radius that is proved, not guessed.
//
//   projections   Q = X W^Q, K = X W^K, V = X W^V, or given
//   scores        sigma Q K^T
//   weights       their softmax by rows, and its log-sum-exp
//   output        the weighted means of V
//
// Sums have n, d_k, d_model < 2^20 terms, or nothing is known. Rows and columns are scaled by powers of two, so that
// nothing overflows up to the scores (scaled_lines.hpp); what underflows counts in the radii.
#include "attnref/enclosure.hpp"

#include "problem/computed.hpp"
#include "problem/heads.hpp"
#include "problem/rows.hpp"
#include "truth/bounds/safe_side.hpp"
#include "truth/known_numbers.hpp"
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

/// The head's scores to its output, by rows.
void attend(const Head& head, const oracle::Operands& operands, const KnownOperands& known, Enclosure& e) {
  const std::size_t t_q = operands.queries.lines, t_k = operands.keys.lines;
  e[Part::scores] = Enclosed(t_q, t_k);
  e[Part::weights] = Enclosed(t_q, t_k);
  e[Part::output] = Enclosed(t_q, operands.values.lines);
  e[Part::lse] = Enclosed(t_q, 1);
  if (t_k == 0) {
    std::fill(e[Part::lse].mid.begin(), e[Part::lse].mid.end(), -bounds::infinity);
    if (head.how.empty_row == EmptyRow::nans) std::fill(e[Part::output].mid.begin(), e[Part::output].mid.end(), nan);
    return;
  }
  oracle::Scores scores(known, operands.queries, operands.keys, oracle::scale_of(head.how, operands.queries.length));
  oracle::Outputs outputs(known.values, operands.values, e[Part::scores]);
  oracle::ScoreRow score_row(t_k);
  oracle::Row row(t_k);
  for (std::size_t i = 0; i < t_q; ++i) {
    scores.enclose(i, e[Part::scores], score_row);
    if (!oracle::weigh(score_row, t_k, row)) {
      for (Enclosed* part : {&e[Part::weights], &e[Part::output], &e[Part::lse]}) {
        fill_row(part->mid, *part, i, score_row.decided ? nan : 0);
        if (!score_row.decided) fill_row(part->rad, *part, i, bounds::infinity);
      }
      continue;
    }
    oracle::enclose_weights(row, e[Part::scores], e[Part::weights], i);
    oracle::enclose_log_sum_exp(row, e[Part::lse], i);
    outputs.enclose(row, i, e[Part::output]);
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

Enclosed known_exactly(const Tensor& tensor) {
  Enclosed result(tensor.rows(), tensor.columns());
  std::copy(tensor.values.begin(), tensor.values.end(), result.mid.begin());
  return result;
}

}  // namespace

Enclosure quick_oracle(const Problem& problem, std::span<const std::size_t> rows) {
  require_computed("quick oracle", problem);
  const Sizes sizes = problem.sizes();
  if (sizes.d_k == 0) throw std::invalid_argument("quick oracle: d_k: expected at least 1, found 0");
  require_rows("quick oracle", problem, rows);
  Enclosure e;
  const Head head = only_head_of(problem);
  const oracle::Operands operands = oracle::operands(problem, head, rows, e);
  attend(head, operands, known_operands(problem, rows, e), e);
  if (std::max({sizes.t_k, sizes.d_k, sizes.d_model}) >= too_many_terms) widen_all(e, problem.projected());
  return e;
}

Enclosure quick_oracle(const Problem& problem) {
  Enclosure e = quick_oracle(problem, every_row(problem.sizes().t_q));
  if (problem.projected()) return e;
  e[Part::queries] = known_exactly(problem.at(Part::q));
  e[Part::keys] = known_exactly(problem.at(Part::k));
  e[Part::values] = known_exactly(problem.at(Part::v));
  return e;
}

}  // namespace attnref
