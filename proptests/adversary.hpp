// An implementation that errs as much as a profile allows, in the direction that hurts: every operation is off by exactly
// +-u of its result and, where it may underflow, by +-lam. What the error bound must cover, and what it must not exceed by
// much. Unmasked attention of given queries, keys and values with finite scores.
#pragma once

#include "attnref/error_bound.hpp"
#include "attnref/problem.hpp"
#include "generators/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace attnref::test {

/// One row as the adversary computes it, in long double throughout.
struct AdversaryRow {
  std::vector<long double> scores, weights, output;
  long double lse = 0;
};

class Adversary {
 public:
  /// `obedience`: how often an operation errs in the direction asked; otherwise it errs at random.
  Adversary(const Profile& profile, double obedience, std::uint64_t seed)
      : p_(profile), obedience_(obedience), random_(seed, 77) {}

  enum class Goal { weight_up, weight_down, output_up, output_down, lse_up, lse_down };

  /// Row i of the problem; `target` is a key for weights and a column for the output; `y` its true output.
  AdversaryRow row(const Problem& problem, std::size_t i, Goal goal, std::size_t target, long double y) {
    const Tensor &q = problem.at("q"), &k = problem.at("k"), &v = problem.at("v");
    const std::size_t n = k.rows(), d_k = k.columns();
    AdversaryRow row;
    // Which way each key's weight, the numerator and the denominator should go.
    const bool up = goal == Goal::weight_up || goal == Goal::output_up || goal == Goal::lse_up;
    const int sense = up ? 1 : -1;
    std::vector<int> key(n, sense);
    int denominator = -sense;
    for (std::size_t j = 0; j < n; ++j) {
      if (goal == Goal::weight_up || goal == Goal::weight_down) key[j] = j == target ? sense : -sense;
      if (goal == Goal::output_up || goal == Goal::output_down) key[j] = v(j, target) >= y ? sense : -sense;
    }
    if (goal == Goal::output_up || goal == Goal::output_down) denominator = y >= 0 ? -sense : sense;
    if (goal == Goal::lse_up || goal == Goal::lse_down) denominator = sense;

    const long double root = std::sqrt(static_cast<long double>(d_k));
    const long double sigma = problem.scale ? static_cast<long double>(*problem.scale) : 1 / root;
    for (std::size_t j = 0; j < n; ++j) {
      long double s = 0;
      const int score_sense = sigma < 0 ? -key[j] : key[j];
      for (std::size_t c = 0; c < d_k; ++c) {
        const long double product =
            multiplied(input(q(i, c), score_sense) * input(k(j, c), score_sense), score_sense, p_.u_dot, lam_dot());
        s = c == 0 ? product : added(s + product, score_sense, p_.u_dot, lam_dot());
      }
      s *= sigma;
      for (int m = 0; m < p_.c; ++m) s = off(s, key[j], p_.u_dot);
      s += signed_error(key[j], lam_dot());
      for (int m = 0; m < p_.c_s; ++m) s = stored(s, key[j], *p_.stored_scores);
      row.scores.push_back(s);
    }
    const long double shift = p_.shifted ? *std::max_element(row.scores.begin(), row.scores.end()) : 0;
    std::vector<long double> w(n);
    for (std::size_t j = 0; j < n; ++j) {
      long double x = row.scores[j] - shift;
      for (int m = 0; p_.shifted && m < p_.c_sub; ++m) x = off(x, key[j], p_.u_acc);
      w[j] = off(std::exp(x), key[j], 2 * p_.u_acc * p_.exp_ulp);
      w[j] = std::max(0.0L, w[j] + signed_error(key[j], lam(p_.accumulator)));
    }
    long double z = w[0];
    for (std::size_t j = 1; j < n; ++j) z = added(z + w[j], denominator, p_.u_acc, lam(p_.accumulator));
    for (std::size_t j = 0; j < n; ++j) {
      long double a = off(off(w[j], key[j], p_.u_acc) / z, key[j], p_.u_acc);
      a += signed_error(key[j], lam(p_.accumulator));
      row.weights.push_back(stored(a, key[j], coarser()));
    }
    for (std::size_t c = 0; c < v.columns(); ++c) {
      long double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const long double weight = p_.stored_weights ? stored(w[j], v(j, c) >= 0 ? sense : -sense, *p_.stored_weights) : w[j];
        const long double term = multiplied(weight * input(v(j, c), sense), sense, p_.u_acc, lam(p_.accumulator));
        sum = j == 0 ? term : added(sum + term, sense, p_.u_acc, lam(p_.accumulator));
      }
      const long double y_late = off(multiplied(sum / z, sense, p_.u_acc, lam(p_.accumulator)), sense, p_.u_acc);
      row.output.push_back(stored(y_late, sense, p_.output));
    }
    long double logarithm = std::log(z);
    logarithm = off(logarithm, sense, 2 * p_.u_acc * p_.exp_ulp) + signed_error(sense, lam(p_.accumulator));
    row.lse = stored(off(shift + logarithm, sense, p_.u_acc), sense, p_.output);
    return row;
  }

 private:
  long double lam(Dtype dtype) const { return p_.flush ? smallest_normal(dtype) : smallest_subnormal(dtype) / 2; }
  long double lam_dot() const { return lam(p_.accumulator); }

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
  long double input(double x, int direction) {
    if (p_.flush && std::fabs(x) < smallest_normal(p_.accumulator)) return 0;
    return off(x, direction * (x < 0 ? -1 : 1), p_.u_in);
  }

  Profile p_;
  double obedience_;
  Random random_;
};

}  // namespace attnref::test
