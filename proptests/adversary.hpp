// An implementation that errs as much as a profile allows, in the direction that hurts: every operation is off by u of
// its result exactly and, where it may underflow, by lam. What the error bound must cover, and what it must not exceed
// by much. Unmasked attention with finite scores, at once or online, the weights divided or recomputed from the
// log-sum-exp, divided before or after they meet the values, the scale on the score, on the query, or its root on query
// and key, sums as deep as a profile declares.
#pragma once

#include "attnref/error_bound.hpp"
#include "attnref/problem.hpp"
#include "generators/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace attnref::test {

/// Queries, keys and values as the adversary has them before the products: as given, or projected with errors.
struct AdversaryOperands {
  using Rows = std::vector<std::vector<long double>>;
  Rows q, k, v;
};

/// One row as the adversary computes it, in long double throughout.
struct AdversaryRow {
  std::vector<long double> scores, weights, output;
  long double lse = 0;
};

/// What the hypotheses leave to an implementation.
struct Manner {
  enum class ScaleOn { score, query, both };
  ScaleOn scale_on = ScaleOn::score;
  bool divided_first = false;  ///< weights are divided by their sum, and stored, before they meet the values
  bool raw_stored = false;     ///< the first of two or more stores of a score is before its scale
  /// Online: scores are products that nothing rounds, from which a rounded maximum is subtracted in one operation,
  /// while sums are rescaled by differences of the maxima themselves. log2 e is folded into the scale.
  bool fused = false;
  /// log2 e is folded into the scale at run time: five roundings, of which the product's alone isn't one for all
  /// scores. The exponential is a power of 2 of a difference that is rounded once; two roundings bring the log-sum-exp
  /// back.
  bool folded = false;
};

class Adversary {
 public:
  /// `obedience`: how often an operation errs in the direction asked; otherwise it errs at random.
  Adversary(const Profile& profile, double obedience, std::uint64_t seed, Manner manner = {})
      : p_(profile), manner_(manner), obedience_(obedience), random_(seed, 77) {}

  enum class Goal { weight_up, weight_down, output_up, output_down, lse_up, lse_down, sum_up, sum_down };

  /// Queries, keys and values; projected ones err all one way in each element.
  AdversaryOperands operands(const Problem& problem) {
    if (!problem.projected()) return {rows(problem.at(Part::q)), rows(problem.at(Part::k)), rows(problem.at(Part::v))};
    const Tensor& x = problem.at(Part::x);
    return {project(x, problem.at(Part::wq)), project(x, problem.at(Part::wk)), project(x, problem.at(Part::wv))};
  }

  /// Row i of the problem; `target` is a key for weights and a column for the output; `y` its true output.
  AdversaryRow row(const Problem& problem, const AdversaryOperands& operands, std::size_t i, Goal goal,
                   std::size_t target, long double y) {
    const std::vector<long double>& q = operands.q[i];
    const AdversaryOperands::Rows &k = operands.k, &v = operands.v;
    const std::size_t n = k.size(), d_k = q.size();
    AdversaryRow row;
    // Which way each key's weight, the numerator and the denominator should go.
    const bool up = goal == Goal::weight_up || goal == Goal::output_up || goal == Goal::lse_up || goal == Goal::sum_up;
    const int sense = up ? 1 : -1;
    std::vector<int> key(n, sense);
    int denominator = -sense;
    for (std::size_t j = 0; j < n; ++j) {
      if (goal == Goal::weight_up || goal == Goal::weight_down) key[j] = j == target ? sense : -sense;
      if (goal == Goal::output_up || goal == Goal::output_down) {
        key[j] = v[j][target] >= (p_.output_from_lse ? 0 : y) ? sense : -sense;
      }
    }
    if (goal == Goal::output_up || goal == Goal::output_down) denominator = y >= 0 ? -sense : sense;
    if (goal == Goal::lse_up || goal == Goal::lse_down) denominator = sense;

    const long double root = std::sqrt(static_cast<long double>(d_k));
    const long double sigma = problem.how.scale ? static_cast<long double>(*problem.how.scale) : 1 / root;
    const bool for_weights = goal == Goal::weight_up || goal == Goal::weight_down;
    common_ = random_.chance(0.5) ? 1 : -1;
    if (for_weights) common_ = growing(exact(q, k[target]) * sigma, key[target]);
    for (std::size_t j = 0; j < n; ++j) row.scores.push_back(score(q, k[j], sigma, key[j]));
    const Sums sums = softmax_sums(row.scores, v, key, sense, denominator);
    for (std::size_t j = 0; j < n; ++j) {
      long double a = off(off(sums.w[j], key[j], p_.u_acc) / sums.z, key[j], p_.u_acc);
      a += signed_error(key[j], lam(p_.accumulator));
      row.weights.push_back(a);
    }
    // Weights that are recomputed want their log-sum-exp the other way.
    const bool for_output = goal == Goal::output_up || goal == Goal::output_down;
    const bool other_way = (p_.weights_from_lse && for_weights) || (p_.output_from_lse && for_output && y >= 0);
    const int lse_sense = other_way ? -sense : sense;
    long double logarithm = std::log(sums.z);
    logarithm = off(logarithm, lse_sense, eps_exp()) + signed_error(lse_sense, lam(p_.accumulator));
    // A kernel whose exponentials are powers of two brings its shift back to natural units.
    long double shift = sums.shift;
    const int conversions = manner_.folded ? 2 : p_.c_sub - 1;
    for (int m = 0; p_.shifted && m < conversions; ++m) shift = off(shift, lse_sense, p_.u_acc);
    const long double lse = off(shift + logarithm, lse_sense, p_.u_acc);
    row.lse = stored(lse, lse_sense, p_.output);
    std::vector<long double> recomputed;
    for (std::size_t j = 0; j < n; ++j) recomputed.push_back(exponential(row.scores[j] - lse, key[j]));
    for (std::size_t c = 0; c < sums.numerators.size(); ++c) {
      const long double mean = p_.output_from_lse      ? weighed(recomputed, v, c, sense)
                               : manner_.divided_first ? weighed(divided_weights(sums, v, c, sense), v, c, sense)
                                                       : divided(sums, c, sense);
      row.output.push_back(stored(mean, sense, p_.output));
    }
    for (std::size_t j = 0; j < n; ++j) {
      row.weights[j] = stored(p_.weights_from_lse ? recomputed[j] : row.weights[j], key[j], coarser());
    }
    return row;
  }

 private:
  long double lam(Dtype dtype) const { return p_.flush ? smallest_normal(dtype) : smallest_subnormal(dtype) / 2; }
  long double lam_dot() const { return lam(p_.accumulator); }
  /// What an input that is rounded to fewer bits loses where it is subnormal.
  long double lam_in() const { return p_.u_in * smallest_normal(p_.accumulator); }

  long double eps_exp() const { return 2 * p_.u_acc * p_.exp_ulp; }

  static long double exact(const std::vector<long double>& q, const std::vector<long double>& k) {
    long double sum = 0;
    for (std::size_t c = 0; c < q.size(); ++c) sum += q[c] * k[c];
    return sum;
  }

  static AdversaryOperands::Rows rows(const Tensor& tensor) {
    AdversaryOperands::Rows result(tensor.rows());
    for (std::size_t r = 0; r < tensor.rows(); ++r) {
      for (std::size_t c = 0; c < tensor.columns(); ++c) result[r].push_back(tensor(r, c));
    }
    return result;
  }

  AdversaryOperands::Rows project(const Tensor& x, const Tensor& w) {
    AdversaryOperands::Rows result(x.rows());
    for (std::size_t r = 0; r < x.rows(); ++r) {
      for (std::size_t c = 0; c < w.columns(); ++c) {
        const int sense = random_.chance(0.5) ? 1 : -1;
        long double sum = 0;
        for (std::size_t m = 0; m < w.rows(); ++m) {
          const long double product = input(x(r, m), sense) * input(w(m, c), sense);
          const long double term = multiplied(product, sense, p_.u_proj, lam(p_.accumulator));
          sum = m == 0 ? term : added(sum + term, sense, p_.u_proj, lam(p_.accumulator));
        }
        result[r].push_back(p_.stored_qkv ? stored(sum, sense, *p_.stored_qkv) : sum);
      }
    }
    return result;
  }

  struct Sums {
    std::vector<long double> w, numerators;
    long double z = 0, shift = 0;
  };

  /// The product of one query and one key with the scale, and its stores; `direction` is the score's.
  long double score(const std::vector<long double>& q, const std::vector<long double>& k, long double sigma,
                    int direction) {
    const bool on_factors = manner_.scale_on != Manner::ScaleOn::score;
    const long double of_key = manner_.scale_on == Manner::ScaleOn::both ? std::sqrt(std::fabs(sigma)) : 1;
    const long double of_query = sigma == 0 ? 0 : sigma / of_key;
    const int sense = !on_factors && sigma < 0 ? -direction : direction;  // of the sum before it is scaled
    std::vector<long double> products;
    for (std::size_t c = 0; c < q.size(); ++c) {
      const long double a = on_factors ? scaled(q[c], of_query, k[c], sense) : input(q[c], growing(q[c] * k[c], sense));
      const long double b = manner_.scale_on == Manner::ScaleOn::both ? scaled(k[c], of_key, a, sense)
                                                                      : input(k[c], growing(a * k[c], sense));
      products.push_back(multiplied(a * b, sense, p_.u_dot, lam_dot()));
    }
    long double sum = summed(products, p_.depth_dot, sense, p_.u_dot, lam_dot());
    int stores = p_.c_s;
    if (!on_factors) {
      if (manner_.raw_stored && stores >= 2) sum = stored(sum, sense, *p_.stored_scores), --stores;
      sum *= sigma;
    }
    const int of_the_row = manner_.folded ? 4 : 0;
    const int own = manner_.folded ? 1 : manner_.fused ? p_.c - 1 : p_.c;
    for (int m = 0; m < of_the_row; ++m) sum *= 1 + common_ * p_.u_dot;
    for (int m = 0; m < own; ++m) sum = off(sum, direction, p_.u_dot);
    if (!on_factors) sum += signed_error(direction, lam_dot());
    for (; stores > 0; --stores) sum = stored(sum, direction, *p_.stored_scores);
    return sum;
  }

  /// Whether a factor should grow (1) or shrink (-1) in magnitude for its product to go in a direction.
  static int growing(long double product, int direction) { return product < 0 ? -direction : direction; }

  /// A query or key times the scale, or its root, as the dot product reads it; `other` is what it meets there. The
  /// scale's relative roundings are among those of the score.
  long double scaled(long double x, long double scale, long double other, int direction) {
    const int grows = growing(x * scale * other, direction);
    const bool read_as_0 = p_.flush && std::fabs(x) < smallest_normal(p_.accumulator);
    const int by_other = growing(other, direction);
    long double product = (read_as_0 ? 0 : x) * scale + signed_error(by_other, lam_dot());
    if (p_.scaled_q_stored) product = stored(product, by_other, *p_.scaled_q_stored);
    return input(product, grows) + (p_.flush ? 0 : signed_error(growing(other, direction), lam_in()));
  }

  /// The numerator divided by the sum: a reciprocal and a product.
  long double divided(const Sums& sums, std::size_t c, int sense) {
    const long double quotient = multiplied(sums.numerators[c] / sums.z, sense, p_.u_acc, lam(p_.accumulator));
    return off(quotient, sense, p_.u_acc);
  }

  /// The weights divided by their sum before they meet column c of the values.
  std::vector<long double> divided_weights(const Sums& sums, const AdversaryOperands::Rows& v, std::size_t c,
                                           int sense) {
    std::vector<long double> weights;
    for (std::size_t j = 0; j < v.size(); ++j) {
      const int by_value = v[j][c] >= 0 ? sense : -sense;
      const long double quotient = multiplied(sums.w[j] / sums.z, by_value, p_.u_acc, lam(p_.accumulator));
      weights.push_back(off(quotient, by_value, p_.u_acc));
    }
    return weights;
  }

  /// Each weight stored, multiplied by its value, and added.
  long double weighed(const std::vector<long double>& weights, const AdversaryOperands::Rows& v, std::size_t c,
                      int sense) {
    std::vector<long double> terms;
    for (std::size_t j = 0; j < v.size(); ++j) terms.push_back(term(weights[j], v[j][c], sense));
    return summed(terms, p_.depth_values, sense, p_.u_acc, lam(p_.accumulator));
  }

  /// A weight as it is stored and read, times a value.
  long double term(long double weight, long double value, int sense) {
    const int by_value = value >= 0 ? sense : -sense;
    const long double w = p_.stored_weights ? stored(weight, by_value, *p_.stored_weights) : weight;
    return multiplied(input(w, by_value) * input(value, by_value), sense, p_.u_acc, lam(p_.accumulator));
  }

  /// The sum of terms of which the first meets as many additions as it may, and others as many as that leaves.
  long double summed(std::span<const long double> terms, std::optional<std::size_t> depth, int direction, long double u,
                     long double lost) {
    if (terms.empty()) return 0;
    if (terms.size() == 1) return terms[0];
    const std::size_t h = std::min(depth.value_or(terms.size()), terms.size() - 1);
    if (h == 0) throw std::logic_error("a sum of several terms has additions");
    const std::size_t left = h > 40 ? terms.size() - 1 : std::min(terms.size() - 1, std::size_t{1} << (h - 1));
    const long double first = summed(terms.first(left), h - 1, direction, u, lost);
    return added(first + summed(terms.subspan(left), h - 1, direction, u, lost), direction, u, lost);
  }

  /// e^x of a computed difference x. Where there are three roundings on the way, the power is one of 2: the first is
  /// the subtraction's, which loses nothing unless it flushes, the last that of the product with log2 e.
  long double exponential(long double x, int direction) {
    return exponential(x, direction, !p_.shifted ? 0 : manner_.folded ? 1 : p_.c_sub);
  }

  long double exponential(long double x, int direction, int roundings) {
    for (int m = 0; m < roundings; ++m) {
      x = off(x, direction, p_.u_acc);
      if (m == 0 && p_.flush) x += signed_error(direction, lam(p_.accumulator));
      if (m == 2) x += signed_error(direction, lam(p_.accumulator) * std::log(2.0L));
    }
    const long double flushed = p_.exp_flush ? 2 * smallest_normal(p_.accumulator) : 0;
    const long double lam_w = std::max(lam(p_.accumulator), flushed) + p_.exp_ulp * smallest_subnormal(p_.accumulator);
    return std::max(0.0L, off(std::exp(x), direction, eps_exp()) + signed_error(direction, lam_w));
  }

  /// Weights, their sum and their sums with the values, block by block of keys with a running maximum.
  Sums softmax_sums(const std::vector<long double>& scores, const AdversaryOperands::Rows& v,
                    const std::vector<int>& key, int sense, int denominator) {
    const std::size_t n = scores.size(), d_v = v[0].size(), block = p_.block > 0 ? p_.block : n;
    const long double lost = lam(p_.accumulator);
    Sums sums{std::vector<long double>(n), std::vector<long double>(d_v), 0, 0};
    for (std::size_t from = 0; from < n; from += block) {
      const std::size_t to = std::min(n, from + block);
      const long double largest = *std::max_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(to));
      if (from > 0 && p_.shifted) {
        // Online, the shift is the maximum alone.
        const long double gap = sums.shift - largest;
        const long double factor = exponential(gap, sense);
        for (std::size_t j = 0; j < from; ++j) sums.w[j] = multiplied(sums.w[j] * factor, key[j], p_.u_acc, lost);
        sums.z = multiplied(sums.z * factor, denominator, p_.u_acc, lost);
        for (long double& o : sums.numerators) o = multiplied(o * factor, sense, p_.u_acc, lost);
      }
      sums.shift = !p_.shifted ? 0 : p_.shift == 0 ? largest : off(largest + p_.shift, -sense, p_.u_acc);
      const long double rounded = off(sums.shift, sense, p_.u_acc);
      for (std::size_t j = from; j < to; ++j) {
        sums.w[j] =
            manner_.fused ? exponential(scores[j] - rounded, key[j], 2) : exponential(scores[j] - sums.shift, key[j]);
        if (p_.block == 0) continue;
        sums.z = j == 0 ? sums.w[j] : added(sums.z + sums.w[j], denominator, p_.u_acc, lost);
        for (std::size_t c = 0; c < d_v; ++c) {
          const long double product = term(sums.w[j], v[j][c], sense);
          sums.numerators[c] = j == 0 ? product : added(sums.numerators[c] + product, sense, p_.u_acc, lost);
        }
      }
    }
    if (p_.block == 0) {
      sums.z = summed(sums.w, p_.depth_sum, denominator, p_.u_acc, lost);
      for (std::size_t c = 0; c < d_v; ++c) sums.numerators[c] = weighed(sums.w, v, c, sense);
    }
    return sums;
  }

  Dtype coarser() const {
    const Dtype store = p_.stored_weights.value_or(p_.output);
    return unit_roundoff(store) > unit_roundoff(p_.output) ? store : p_.output;
  }

  /// +-size: the direction asked, or now and then the other.
  long double signed_error(int direction, long double size) {
    const bool obey = random_.chance(obedience_);
    const int sign = obey ? direction : random_.chance(0.5) ? 1 : -1;
    return sign > 0 ? size : -size;
  }

  /// x moved by u|x| in that direction.
  long double off(long double x, int direction, long double u) { return x + signed_error(direction, u * std::fabs(x)); }

  long double multiplied(long double x, int direction, long double u, long double lost) {
    return off(x, direction, u) + signed_error(direction, lost);
  }

  long double added(long double x, int direction, long double u, long double lost) {
    return off(x, direction, u) + (p_.flush ? signed_error(direction, lost) : 0);
  }

  long double stored(long double x, int direction, Dtype dtype) {
    return off(x, direction, unit_roundoff(dtype)) + signed_error(direction, lam(dtype));
  }

  /// What a product reads: rounded first by a unit that does so, 0 where a unit that flushes finds a subnormal number.
  long double input(long double x, int direction) {
    if (p_.flush && std::fabs(x) < smallest_normal(p_.accumulator)) return 0;
    return off(x, direction * (x < 0 ? -1 : 1), p_.u_in);
  }

  Profile p_;
  Manner manner_;
  double obedience_;
  Random random_;
  int common_ = 1;  ///< whether what all scores of a row are multiplied by is too large (1) or too small (-1)
};

}  // namespace attnref::test
