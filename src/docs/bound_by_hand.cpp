// One query (1, 2), the keys (1, 1) and (1, 0), the values 3 and 8. Sums and products of such numbers are exact in f32,
// and so is the product with 8: whether a compiler fuses it changes no bit.
#include "docs/bound_by_hand.hpp"

#include "attnref/error_bound.hpp"
#include "truth/bounds/bound_on_log_sum_exp.hpp"
#include "truth/bounds/computed_weights.hpp"
#include "truth/bounds/operands.hpp"
#include "truth/bounds/score_errors.hpp"
#include "docs/number_text.hpp"
#include "docs/plain_steps.hpp"
#include "docs/rounded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace attnref::docs {
namespace {

using Steps = PlainSteps<float>;
using Pair = std::array<long double, 2>;

constexpr long double u = 0x1p-24L;
/// The oracle knows the true values to some 2^-60 of themselves, and errors of f32 are some 2^-26 of them.
constexpr double uncertainty = 1e-6;

Problem two_keys() {
  Tensor q(Dtype::f32, 1, 2), k(Dtype::f32, 2, 2), v(Dtype::f32, 2, 1);
  q.values = {1, 2};
  k.values = {1, 1, 1, 0};
  v.values = {3, 8};
  return attention_problem(q, k, v);
}

/// What the loops have after each step.
struct Computed {
  std::array<float, 2> scores{}, exponentials{}, weights{};
  float shift = 0, sum = 0, output = 0;
};

Computed computed(const Problem& problem) {
  const auto table = [&](Part part) {
    const Tensor& tensor = problem.at(part);
    Table<float> result(tensor.rows(), tensor.columns());
    for (std::size_t n = 0; n < result.values.size(); ++n) result.values[n] = static_cast<float>(tensor.values[n]);
    return result;
  };
  const Table<float> scores =
      Steps::scores(table(Part::q), table(Part::k), Steps::scale(problem.sizes(), std::nullopt));
  Computed c;
  c.shift = Steps::shift(scores.values.data(), 2);
  for (std::size_t j = 0; j < 2; ++j) {
    c.scores[j] = scores.values[j];
    c.exponentials[j] = Steps::exponential(c.scores[j] - c.shift);
  }
  c.sum = Steps::total(c.exponentials.data(), 2);
  Table<float> weights(1, 2);
  for (std::size_t j = 0; j < 2; ++j) c.weights[j] = weights.values[j] = Steps::weight(c.exponentials[j], c.sum);
  c.output = Steps::output(weights, table(Part::v)).values[0];
  return c;
}

/// What the derivation has after each step.
struct Derived {
  Pair score{}, eta{};  ///< E_j, eta_j
  long double sum = 0;  ///< EZ
  Bounds bounds;
};

Derived derived(const Problem& problem, const Enclosure& truth) {
  const Profile profile = plain_profile(Dtype::f32);
  const bounds::Roundoffs r = bounds::roundoffs(profile, problem);
  const std::vector<std::size_t> rows = every_row(1);
  const KnownOperands known = known_operands(problem, rows, truth);
  const bounds::Operands x = bounds::operands(problem, rows, known, r);
  bounds::ScoreErrors errors;
  bounds::ComputedWeights row(2);
  Bound scores(1, 2);
  bounds::score_errors(0, truth[Part::scores], bounds::score_factors(known, x.q, x.k, 1 / std::sqrt(2.0L), r), profile,
                       r, errors, scores);
  if (!bounds::enclose_computed_weights(0, truth, errors, profile, r, row)) {
    throw std::logic_error("nothing is said of one query and two keys");
  }
  Derived d;
  for (std::size_t j = 0; j < 2; ++j) {
    d.score[j] = errors.error[j];
    d.eta[j] = std::log1p(row.growth[j]);
  }
  d.sum = bounds::error_of_log_sum(row, r);
  d.bounds = error_bound(problem, truth, profile);
  return d;
}

/// One line of the table. Errors and bounds are in units of u.
struct Line {
  std::string step, what;
  long double exact, error, bound;
  std::string made_of;
  long double by_hand;  ///< the value of `made_of`
};

std::vector<Line> lines(const Problem& problem) {
  const Enclosure truth = quick_oracle(problem);
  const Computed c = computed(problem);
  const Derived d = derived(problem, truth);
  const auto &s = truth[Part::scores].mid, &a = truth[Part::weights].mid, &v = truth[Part::values].mid;
  const long double l = truth[Part::lse].mid[0], y = truth[Part::output].mid[0];
  std::vector<Line> result;
  const Pair score{6 * s[0], 6 * s[1]};
  const Pair eta{score[0] + 6, score[1] + (s[0] - s[1]) + 6};
  for (std::size_t j = 0; j < 2; ++j) {
    result.push_back({"2", fmt::format("$s_{}$", j), s[j], c.scores[j] - s[j], d.score[j],
                      fmt::format("$E_{0} = 6 s_{0}$", j), score[j]});
  }
  result.push_back({"3", "$m'$", s[0], c.shift - s[0], d.score[0], "$E_0$", score[0]});
  for (std::size_t j = 0; j < 2; ++j) {
    result.push_back({"3", fmt::format("$e^{{s_{} - m'}}$", j), std::exp(s[j] - s[0]),
                      std::log(static_cast<long double>(c.exponentials[j])) - (s[j] - c.shift), d.eta[j],
                      j == 0 ? "$\\eta_0 = E_0 + 6$" : "$\\eta_1 = E_1 + (s_0 - s_1) + 6$", eta[j]});
  }
  result.push_back({"4", "their sum", std::exp(l - s[0]), std::log(static_cast<long double>(c.sum)) - (l - c.shift),
                    d.sum, "$1 + A_0\\eta_0 + A_1\\eta_1$", 1 + a[0] * eta[0] + a[1] * eta[1]});
  for (std::size_t j = 0; j < 2; ++j) {
    result.push_back({"5a", fmt::format("$A_{}$", j), a[j], c.weights[j] - a[j], d.bounds[Part::weights].limit[j],
                      fmt::format("$A_0 A_1(\\eta_0 + \\eta_1) + 4 A_{}$", j),
                      a[0] * a[1] * (eta[0] + eta[1]) + 4 * a[j]});
  }
  result.push_back({"5b", "$Y$", y, c.output - y, d.bounds[Part::output].limit[0],
                    "$\\sum_j A_j\\lvert v_j - Y\\rvert\\eta_j + 4\\sum_j A_j v_j + 2 Y$",
                    a[0] * std::fabs(v[0] - y) * eta[0] + a[1] * std::fabs(v[1] - y) * eta[1] +
                        4 * (a[0] * v[0] + a[1] * v[1]) + 2 * y});
  // What is left out by hand: terms of second order, which have one of the exponents as a factor more, once from a
  // numerator and once from the denominator D; and what bounds are inflated by.
  const long double left_out = 2 * (eta[0] + eta[1]) * u + 0x1p-28L;
  for (Line& line : result) {
    line.error /= u;
    line.bound /= u;
    if (std::fabs(line.error) > line.bound) throw std::logic_error(line.what + " is beyond its bound");
    if (std::fabs(line.by_hand / line.bound - 1) > left_out) throw std::logic_error(line.made_of + " is not the bound");
  }
  return result;
}

std::string text(long double x, int digits) { return rounded(static_cast<double>(x), digits, uncertainty); }

}  // namespace

std::vector<std::pair<std::string, std::string>> bound_by_hand() {
  const std::vector<Line> steps = lines(two_keys());
  std::string table =
      "| step | number | exact | error, in $u$ | bound, in $u$ | the bound is |\n|---|---|---|---|---|---|";
  long double most = 0;
  for (const Line& line : steps) {
    table += fmt::format("\n| {} | {} | {} | {} | {} | {} |", line.step, line.what, text(line.exact, 3),
                         text(line.error, 1), text(line.bound, 1), line.made_of);
    most = std::max(most, 100 * std::fabs(line.error) / line.bound);
  }
  const Line& output = steps.back();
  return {
      {"tolerance.by_hand", table},
      {"tolerance.by_hand_most", text(most, 0)},
      {"tolerance.by_hand_error", in_powers_of_ten(static_cast<double>(std::fabs(output.error) * u), 2, uncertainty)},
      {"tolerance.by_hand_bound", in_powers_of_ten(static_cast<double>(output.bound * u), 2, uncertainty)}};
}

}  // namespace attnref::docs
