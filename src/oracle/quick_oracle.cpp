// The quick oracle: unmasked attention in long double, each number with a radius that is proved, not guessed.
//
// u = 2^-64; expl and logl err by at most one ulp = 2u (glibc); sums have n, d_k, d_model < 2^20 terms. Nothing in the
// core can overflow or underflow a long double up to the scores: doubles are within 2^+-1074, and three projections,
// two products and a scale stay within 2^+-5500. Radii are summed in double (bounds/scaled.hpp) and inflated.
#include "bounds/growth_above.hpp"
#include "bounds/scaled.hpp"

#include "attnref/enclosure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attnref {
namespace {

using bounds::Scaled;

static_assert(std::numeric_limits<long double>::digits >= 64 && std::numeric_limits<long double>::max_exponent >= 16384,
              "the quick oracle needs a long double wider than a double; use golden values instead");

constexpr long double u = 0x1p-64L;
constexpr long double inflation = bounds::inflation;
constexpr long double tiny = 0x1p-16300L;  // above every underflow of a long double, times the numbers that multiply it
constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double infinity = std::numeric_limits<long double>::infinity();

long double as_real(std::size_t n) { return static_cast<long double>(n); }

/// Any order of summation has at most n - 1 roundings a term; four partial sums keep the processor busy.
template <class A, class B>
long double dot(const A* a, const B* b, std::size_t n) {
  long double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += static_cast<long double>(a[k]) * b[k];
    s1 += static_cast<long double>(a[k + 1]) * b[k + 1];
    s2 += static_cast<long double>(a[k + 2]) * b[k + 2];
    s3 += static_cast<long double>(a[k + 3]) * b[k + 3];
  }
  for (; k < n; ++k) s0 += static_cast<long double>(a[k]) * b[k];
  return (s0 + s1) + (s2 + s3);
}

template <class Number>
std::vector<Number> transposed(const std::vector<Number>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<Number> result(matrix.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) result[j * rows + i] = matrix[i * columns + j];
  }
  return result;
}

Enclosed known_exactly(const Tensor& tensor) {
  Enclosed result(tensor.rows(), tensor.columns());
  std::copy(tensor.values.begin(), tensor.values.end(), result.mid.begin());
  return result;
}

/// X W. Each term meets d_model roundings, so the error is at most (d_model + 1) u sum|X||W|.
Enclosed project(const Tensor& x, const Scaled& magnitudes_of_x, const Tensor& w) {
  const std::size_t d_model = w.rows();
  const std::vector<double> columns_of_w = transposed(w.values, w.rows(), w.columns());
  const Scaled magnitudes = bounds::scale_columns(w.rows(), w.columns(), [&](std::size_t r, std::size_t c) {
    return std::fabs(w(r, c));
  });
  const long double factor = as_real(d_model + 2) * u * inflation;
  Enclosed result(x.rows(), w.columns());
  std::vector<double> sums(w.columns());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    std::fill(sums.begin(), sums.end(), bounds::lost);
    bounds::add_product(magnitudes_of_x.row(i), magnitudes, sums.data());
    for (std::size_t c = 0; c < w.columns(); ++c) {
      const std::size_t n = result.at(i, c);
      result.mid[n] = dot(x.values.data() + i * d_model, columns_of_w.data() + c * d_model, d_model);
      if (!std::isfinite(result.mid[n])) continue;
      result.rad[n] = factor * sums[c] * (magnitudes_of_x.units[i] * magnitudes.units[c]);
    }
  }
  return result;
}

/// Scores sigma q.k with q and k known to within dq and dk:
/// X = |sigma| sum(dq|k| + |q|dk + dq dk) for what q and k lack, and (d_k + 3) roundings of |sigma| sum|q||k|: the dot
/// product has d_k, 1/sqrt(d_k) two (a given scale none), their product one. Three more pay for the terms in u^2.
template <class Number>
Enclosed score(const Enclosed& queries, const Enclosed& keys, const Number* q, const Number* k, long double sigma) {
  const std::size_t d_k = queries.columns;
  const bool exact = std::is_same_v<Number, double>;
  const auto transpose = [&](auto element) {
    return [&, element](std::size_t c, std::size_t j) { return element(keys.at(j, c)); };
  };
  const Scaled q_magnitudes = bounds::scale_rows(queries.rows, d_k, [&](std::size_t i, std::size_t c) {
    return std::fabs(queries.mid[queries.at(i, c)]) + queries.rad[queries.at(i, c)];
  });
  const Scaled k_magnitudes = bounds::scale_columns(d_k, keys.rows, transpose([&](std::size_t n) {
    return std::fabs(keys.mid[n]) + keys.rad[n];
  }));
  Scaled k_radii;
  if (!exact) k_radii = bounds::scale_columns(d_k, keys.rows, transpose([&](std::size_t n) { return keys.rad[n]; }));

  const long double rounding = as_real(d_k + 6) * u;
  Enclosed scores(queries.rows, keys.rows);
  std::vector<double> sums(keys.rows), lacking_k(keys.rows), lacking_q(keys.rows), dq(d_k);
  for (std::size_t i = 0; i < queries.rows; ++i) {
    const long double q_unit = q_magnitudes.units[i];
    std::fill(sums.begin(), sums.end(), bounds::lost);
    bounds::add_product(q_magnitudes.row(i), k_magnitudes, sums.data());
    if (!exact) {
      // sum (|q| + dq) dk  and  sum dq (|k| + dk); their sum counts dq dk twice.
      for (std::size_t c = 0; c < d_k; ++c) {
        dq[c] = q_unit > 0 ? static_cast<double>(queries.rad[queries.at(i, c)] / q_unit) : 0;
      }
      std::fill(lacking_k.begin(), lacking_k.end(), bounds::lost);
      std::fill(lacking_q.begin(), lacking_q.end(), bounds::lost);
      bounds::add_product(q_magnitudes.row(i), k_radii, lacking_k.data());
      bounds::add_product(dq.data(), k_magnitudes, lacking_q.data());
    }
    for (std::size_t j = 0; j < keys.rows; ++j) {
      const std::size_t n = scores.at(i, j);
      scores.mid[n] = sigma * dot(q + i * d_k, k + j * d_k, d_k);
      if (!std::isfinite(scores.mid[n])) continue;
      long double radius = rounding * (sums[j] * (q_unit * k_magnitudes.units[j]));
      if (!exact) {
        radius += q_unit * (lacking_q[j] * k_magnitudes.units[j] + lacking_k[j] * k_radii.units[j]);
      }
      scores.rad[n] = std::fabs(sigma) * radius * inflation + (radius > 0 ? tiny : 0);
    }
  }
  return scores;
}

/// What is known of a row of weights. The weights computed are A~_j = a_j e^(+-xi), where a_j is proportional to
/// e^(s_j + theta_j) with |theta_j| <= R_j, so that the true weight is A_j = a_j e^(-theta_j) / sum_l a_l e^(-theta_l).
struct Row {
  std::vector<long double> weight;  // A~
  std::vector<double> near;         // A~ as a double
  std::vector<double> growth;       // e^R - 1
  std::vector<double> moved;        // A~ (e^R - 1)
  bool known = true;                // false: a score's radius is so large that nothing is said
  double denominator = 0;           // D: at most sum A~ e^-R
  double moved_in_all = 0;          // sum of moved
  long double log_sum_exp = 0;
  long double log_of_sum = 0;       // the part that the logarithm gave

  explicit Row(std::size_t n) : weight(n), near(n), growth(n), moved(n) {}
};

/// R_j = rho_j + u|t_j| + 6u: the score's radius, the rounding of t = s - M, expl (2u), and the terms in u^2.
/// M is one number in all t_j, so it cancels. False where the row is NaN.
bool weigh(const Enclosed& scores, std::size_t i, Row& row) {
  const std::size_t n = scores.columns;
  const long double* s = scores.mid.data() + i * n;
  const long double* rho = scores.rad.data() + i * n;
  long double largest = -infinity;
  for (std::size_t j = 0; j < n; ++j) {
    if (std::isnan(s[j])) return false;
    if (s[j] > largest) largest = s[j];
  }
  if (!std::isfinite(largest)) return false;
  long double sum = 0;
  row.known = true;
  for (std::size_t j = 0; j < n; ++j) {
    const long double t = s[j] - largest;
    const long double radius = (rho[j] + u * std::fabs(t) + 6 * u) * inflation;
    // Below `tiny`, wherever in its radius the score may be: as good as 0, which an infinite gap is exactly.
    const bool negligible = t + (std::isfinite(t) ? radius : 0) < -11300;
    row.weight[j] = negligible ? 0 : t == 0 ? 1 : std::exp(t);
    row.growth[j] = negligible ? 0 : bounds::growth_above(static_cast<double>(radius));
    row.known = row.known && row.growth[j] < 0x1p90;
    sum += row.weight[j];
  }
  // Computed weights have n + 1 roundings (the sum n - 1, its reciprocal, the product): xi = (n + 2) u holds them.
  const long double reciprocal = 1 / sum;
  double denominator = 0;
  row.moved_in_all = 0;
  for (std::size_t j = 0; j < n; ++j) {
    row.weight[j] *= reciprocal;
    row.near[j] = static_cast<double>(row.weight[j]);
    row.moved[j] = row.near[j] * row.growth[j];
    row.moved_in_all += row.moved[j];
    denominator += row.near[j] / (1 + row.growth[j]);  // at most A~ e^-R, growth being at least e^R - 1
  }
  row.denominator = denominator * (1 - 0x1p-30);
  row.log_of_sum = n == 1 ? 0 : std::log(sum);
  row.log_sum_exp = largest + row.log_of_sum;
  return true;
}

/// A - a = a_j [Ax_j (e^-theta_j - 1) + sum_{l != j} a_l (1 - e^-theta_l)] / sum a e^-theta, Ax_j the others' weight;
/// sums over the others are prefix and suffix, never a subtraction from the whole.
void enclose_weights(const Row& row, const Enclosed& scores, Enclosed& weights, std::size_t i,
                     std::vector<double>& suffixes) {
  const std::size_t n = weights.columns;
  const double xi = static_cast<double>(as_real(n + 2) * u);
  suffixes.resize(2 * n);
  double others = 0, others_moved = 0;
  for (std::size_t j = n; j-- > 0;) {
    suffixes[2 * j] = others;
    suffixes[2 * j + 1] = others_moved;
    others += row.near[j];
    others_moved += row.moved[j];
  }
  double before = 0, before_moved = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double bracket = (before + suffixes[2 * j]) * row.growth[j] + before_moved + suffixes[2 * j + 1] + xi;
    const std::size_t at = weights.at(i, j);
    weights.mid[at] = row.weight[j];
    if (scores.mid[at] != -infinity) {  // else the weight is 0
      weights.rad[at] = (row.weight[j] * (bracket / row.denominator) + as_real(n) * tiny) * inflation;
    }
    before += row.near[j];
    before_moved += row.moved[j];
  }
}

/// |log sum e^s - computed|: the sum of exponentials is within sum a e^(+-R), and 1 / sum a e^-R <= sum a e^R
/// (Cauchy-Schwarz), so both sides are within log1p(sum a (e^R - 1)) of log sum a = 0.
void enclose_log_sum_exp(const Row& row, Enclosed& lse, std::size_t i, std::size_t n) {
  const long double moved = row.moved_in_all * inflation;
  const long double spread = moved < 1 ? moved : std::log1p(moved);
  lse.mid[i] = row.log_sum_exp;
  lse.rad[i] = (spread + 2 * as_real(n + 2) * u + 4 * u * (std::fabs(row.log_of_sum) + std::fabs(row.log_sum_exp))) *
               inflation;
}

/// The values, laid out for sums by column.
template <class Number>
struct Columns {
  std::vector<Number> transposed_values;  // d_v x t_k
  Scaled scaled;                          // t_k x d_v, signed
  Scaled radii;
  std::vector<long double> largest;       // max|v| of each column
  std::vector<bool> finite;
  bool all_finite = true;

  Columns(const Enclosed& values, const std::vector<Number>& numbers)
      : transposed_values(transposed(numbers, values.rows, values.columns)),
        scaled(bounds::scale_columns(values.rows, values.columns,
                                     [&](std::size_t j, std::size_t c) { return numbers[j * values.columns + c]; })),
        largest(values.columns),
        finite(values.columns, true) {
    if (!std::is_same_v<Number, double>) {
      radii = bounds::scale_columns(values.rows, values.columns,
                                    [&](std::size_t j, std::size_t c) { return values.rad[values.at(j, c)]; });
    }
    for (std::size_t j = 0; j < values.rows; ++j) {
      for (std::size_t c = 0; c < values.columns; ++c) {
        const long double magnitude = std::fabs(values.mid[values.at(j, c)]);
        if (!std::isfinite(magnitude)) finite[c] = all_finite = false;
        if (magnitude > largest[c]) largest[c] = magnitude;
      }
    }
  }
};

/// What infinities and NaNs of a column give: a weight is 0 only where the score is -inf, and 0 times inf is NaN.
long double sum_beyond_finite(const Enclosed& values, std::size_t c, const Enclosed& scores, std::size_t i) {
  long double sum = 0;
  for (std::size_t j = 0; j < values.rows; ++j) {
    const long double v = values.mid[values.at(j, c)];
    if (std::isfinite(v)) continue;
    sum += scores.mid[scores.at(i, j)] == -infinity ? 0 * v : v;
  }
  return sum;
}

/// Y - Y~ = sum a (e^-theta - 1)(v - Y~) / D + sum a e^-theta dv / D, and (n + 2) roundings of sum a|v| and of |Y~|.
template <class Number>
void enclose_output(const Row& row, const Columns<Number>& columns, const Enclosed& values, const Enclosed& scores,
                    Enclosed& output, std::size_t i, std::vector<double>& sums) {
  const std::size_t n = values.rows, d_v = values.columns;
  const double xi = static_cast<double>(as_real(n + 2) * u);
  sums.assign(4 * d_v, 0);
  double* const distances = sums.data();           // sum A~ (e^R - 1) |v - Y~|
  double* const magnitudes = sums.data() + d_v;    // sum A~ |v|
  double* const radii = sums.data() + 2 * d_v;     // sum A~ e^R dv
  double* const y = sums.data() + 3 * d_v;         // Y~ in the column's unit
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    output.mid[at] = dot(row.weight.data(), columns.transposed_values.data() + c * n, n);
    y[c] = columns.scaled.units[c] > 0 ? static_cast<double>(output.mid[at] / columns.scaled.units[c]) : 0;
  }
  for (std::size_t j = 0; j < n; ++j) {
    const double* v = columns.scaled.row(j);
    const double near = row.near[j], moved = row.moved[j];
    for (std::size_t c = 0; c < d_v; ++c) {
      distances[c] += moved * std::fabs(v[c] - y[c]);
      magnitudes[c] += near * std::fabs(v[c]);
    }
  }
  if (!std::is_same_v<Number, double>) {
    for (std::size_t j = 0; j < n; ++j) {
      const double* dv = columns.radii.row(j);
      const double factor = row.near[j] + row.moved[j];
      for (std::size_t c = 0; c < d_v; ++c) radii[c] += factor * dv[c];
    }
  }
  // v and Y~ as doubles and their difference are right to 2^-51, and Y~ stands for sum a v, 4 xi away.
  const double fuzz = row.moved_in_all * (0x1p-50 + 4 * xi) + bounds::lost;
  for (std::size_t c = 0; c < d_v; ++c) {
    const std::size_t at = output.at(i, c);
    if (!columns.finite[c]) {
      output.mid[at] = sum_beyond_finite(values, c, scores, i);
      continue;
    }
    const double in_units = distances[c] + fuzz + xi * (magnitudes[c] + std::fabs(y[c]));
    long double radius = in_units * columns.scaled.units[c];
    if (!std::is_same_v<Number, double>) radius += (radii[c] + bounds::lost) * columns.radii.units[c];
    output.rad[at] = (radius / row.denominator + as_real(n) * tiny * (1 + columns.largest[c])) * inflation;
  }
}

void fill_row(std::vector<long double>& matrix, const Enclosed& shape, std::size_t i, long double x) {
  std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(i * shape.columns), shape.columns, x);
}

/// Scores to output, by rows. Number is double where queries, keys and values are given and so exact.
template <class Number>
void attend(Enclosure& e, const std::vector<Number>& q, const std::vector<Number>& k, const std::vector<Number>& v,
            long double sigma, EmptyRow empty) {
  const std::size_t t_q = e.queries.rows, t_k = e.keys.rows;
  e.scores = score(e.queries, e.keys, q.data(), k.data(), sigma);
  e.weights = Enclosed(t_q, t_k);
  e.output = Enclosed(t_q, e.values.columns);
  e.lse = Enclosed(t_q, 1);
  if (t_k == 0) {
    std::fill(e.lse.mid.begin(), e.lse.mid.end(), -infinity);
    if (empty == EmptyRow::nans) std::fill(e.output.mid.begin(), e.output.mid.end(), nan);
    return;
  }
  const Columns<Number> columns(e.values, v);
  Row row(t_k);
  std::vector<double> scratch;
  for (std::size_t i = 0; i < t_q; ++i) {
    if (!weigh(e.scores, i, row)) {
      for (Enclosed* part : {&e.weights, &e.output, &e.lse}) fill_row(part->mid, *part, i, nan);
      continue;
    }
    enclose_weights(row, e.scores, e.weights, i, scratch);
    enclose_log_sum_exp(row, e.lse, i, t_k);
    enclose_output(row, columns, e.values, e.scores, e.output, i, scratch);
    if (row.known) continue;
    for (Enclosed* part : {&e.weights, &e.output, &e.lse}) fill_row(part->rad, *part, i, infinity);
  }
}

}  // namespace

Enclosure quick_oracle(const Problem& problem) {
  if (problem.beyond_the_core()) {
    throw std::invalid_argument("quick oracle: expected unmasked attention of one head, found a mask, a bias, heads or "
                                "another choice beyond the core");
  }
  const Sizes& sizes = problem.sizes;
  if (sizes.d_k == 0) throw std::invalid_argument("quick oracle: d_k: expected at least 1, found 0");
  const long double sigma = problem.scale ? static_cast<long double>(*problem.scale) : 1 / std::sqrt(as_real(sizes.d_k));
  Enclosure e;
  if (problem.projected()) {
    const Tensor& x = problem.at("x");
    const Scaled magnitudes = bounds::scale_rows(x.rows(), x.columns(), [&](std::size_t i, std::size_t c) {
      return std::fabs(x(i, c));
    });
    e.queries = project(x, magnitudes, problem.at("wq"));
    e.keys = project(x, magnitudes, problem.at("wk"));
    e.values = project(x, magnitudes, problem.at("wv"));
    attend(e, e.queries.mid, e.keys.mid, e.values.mid, sigma, problem.empty_row);
  } else {
    e.queries = known_exactly(problem.at("q"));
    e.keys = known_exactly(problem.at("k"));
    e.values = known_exactly(problem.at("v"));
    attend(e, problem.at("q").values, problem.at("k").values, problem.at("v").values, sigma, problem.empty_row);
  }
  return e;
}

}  // namespace attnref
