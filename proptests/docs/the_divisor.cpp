// docs/the-divisor.md: what a dot product varies by, what the largest weight of a row comes to, and what is left of the
// gradient of a saturated row.
#include "catch.hpp"
#include "docs/enclosed.hpp"
#include "docs/largest_weight.hpp"
#include "generators/draw.hpp"
#include "generators/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

using namespace attnref;
using namespace attnref::docs_test;

namespace {

/// Calls `judge` with q and k of every choice of d coordinates each from `values`.
void for_each_pair(std::span<const int> values, std::size_t d,
                   const std::function<void(const std::vector<int>&)>& judge) {
  std::vector<std::size_t> digits(2 * d, 0);
  std::vector<int> pair(2 * d);
  for (;;) {
    for (std::size_t c = 0; c < 2 * d; ++c) pair[c] = values[digits[c]];
    judge(pair);
    std::size_t c = 0;
    while (c < 2 * d && ++digits[c] == values.size()) digits[c++] = 0;
    if (c == 2 * d) return;
  }
}

/// Of equally likely values, the mean and the variance of q.k times their number, all exact.
struct Moments {
  long long count = 0, sum = 0, squares = 0;
};

Moments moments(std::span<const int> values, std::size_t d, bool independent = true) {
  Moments m;
  for_each_pair(values, d, [&](const std::vector<int>& pair) {
    long long product = 0;
    for (std::size_t c = 0; c < d; ++c) product += pair[c] * (independent ? pair[d + c] : pair[c]);
    ++m.count;
    m.sum += product;
    m.squares += product * product;
  });
  return m;
}

/// P(S = 2 h - d) of the sum of d signs, h = 0 .. d.
std::vector<double> binomial(std::size_t d) {
  std::vector<double> p(d + 1);
  for (std::size_t h = 0; h <= d; ++h) {
    const auto n = static_cast<double>(d), k = static_cast<double>(h);
    p[h] = std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::numbers::ln2);
  }
  return p;
}

/// E of the larger of two weights where q and both keys are random signs, whose products are then two independent sums
/// of d signs, and scores are the products times `scale`: summed over all their values.
double expected_larger_weight(std::size_t d, double scale) {
  const std::vector<double> p = binomial(d);
  double sum = 0;
  for (std::size_t a = 0; a <= d; ++a) {
    for (std::size_t b = 0; b <= d; ++b) {
      const double gap = 2 * scale * std::fabs(static_cast<double>(a) - static_cast<double>(b));
      sum += p[a] * p[b] / (1 + std::exp(-gap));
    }
  }
  return sum;
}

/// The limit for two keys as one integral, by Simpson's rule: the difference of two standard normal numbers is sqrt(2)
/// times one, and its sign does not matter.
double limit_for_two() {
  constexpr int steps = 12 * 1024;
  constexpr double step = 0x1p-10;
  double sum = 0;
  for (int n = 0; n <= steps; ++n) {
    const double x = n * step;
    const double weight = n == 0 || n == steps ? 1 : n % 2 == 0 ? 2 : 4;
    sum += weight * std::exp(-x * x / 2) / (1 + std::exp(-std::numbers::sqrt2 * x));
  }
  return 2 * sum * step / 3 / std::sqrt(2 * std::numbers::pi);
}

double gaussian(Random& random) {
  const double u = 1 - random.uniform();
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * random.uniform());
}

template <class Judge>
void for_each_spec(Judge judge) {
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied}) {
    for (const std::size_t keys : {std::size_t{2}, std::size_t{5}, std::size_t{17}}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        judge(
            Spec{.law = "docs", .regime = regime, .sizes = {.t_q = 2, .t_k = keys, .d_k = 4, .d_v = 2}, .seed = seed});
      }
    }
  }
}

/// A row of scores as keys of width 1 under the query 1, and values.
Enclosure row_of(const std::vector<double>& scores, const Tensor& v) {
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, scores.size(), 1);
  q.values = {1};
  k.values = scores;
  return quick_oracle(attention_problem(q, k, v));
}

std::vector<double> drawn_scores(Random& random, std::size_t n, double width) {
  std::vector<double> scores(n);
  for (double& s : scores) s = std::round(width * random.normal() * 0x1p10) * 0x1p-10;
  return scores;
}

}  // namespace

// (eq. dot_variance): over every choice of signs, and of a distribution that is mostly 0, both of mean 0 and
// variance 1.
TEST_CASE("a product of independent coordinates has mean 0 and variance d") {
  constexpr std::array signs{-1, 1};
  constexpr std::array sparse{-2, 0, 0, 0, 0, 0, 0, 2};
  for (std::size_t d = 1; d <= 6; ++d) {
    const Moments m = moments(signs, d);
    REQUIRE(m.sum == 0);
    REQUIRE(m.squares == static_cast<long long>(d) * m.count);
  }
  for (std::size_t d = 1; d <= 3; ++d) {
    const Moments m = moments(sparse, d);
    REQUIRE(m.sum == 0);
    REQUIRE(m.squares == static_cast<long long>(d) * m.count);
  }
  // Without independence neither: k = q has mean d.
  const Moments dependent = moments(signs, 3, false);
  REQUIRE(dependent.sum == 3 * dependent.count);
}

// (eq. largest_weight_limit): the quadrature against a simpler integral, and against draws of its own definition.
TEST_CASE("the limit of the largest weight is what its quadrature says") {
  REQUIRE(std::fabs(docs::expected_largest_weight(1) - 1) < 1e-10);
  REQUIRE(std::fabs(docs::expected_largest_weight(2) - limit_for_two()) < 1e-8);
  constexpr std::size_t n = 6, draws = 200'000;
  double sum = 0, squares = 0;
  Random random(7);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    double total = 0, largest = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double e = std::exp(gaussian(random));
      total += e;
      largest = std::max(largest, e);
    }
    sum += largest / total;
    squares += largest / total * (largest / total);
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  REQUIRE(error < 1e-3);
  REQUIRE(std::fabs(mean - docs::expected_largest_weight(n)) < 4 * error);
}

// (eq. largest_weight_limit): queries and keys of signs, whose expectation is a finite sum at every d.
TEST_CASE("divided, the expected largest weight comes to its limit") {
  const double limit = limit_for_two();
  double before = 1;
  for (const std::size_t d : {std::size_t{1}, std::size_t{4}, std::size_t{16}, std::size_t{64}, std::size_t{256}}) {
    const double off = std::fabs(expected_larger_weight(d, 1 / std::sqrt(static_cast<double>(d))) - limit);
    REQUIRE(off < before / 2);
    before = off;
  }
  REQUIRE(before < 1e-3);
}

// (eq. undivided_limit): the same without the divisor; it comes to 1, no faster than 1/sqrt(d).
TEST_CASE("undivided, the expected largest weight comes to 1") {
  for (const std::size_t d : {std::size_t{16}, std::size_t{64}, std::size_t{256}, std::size_t{1024}}) {
    const double missing = (1 - expected_larger_weight(d, 1)) * std::sqrt(static_cast<double>(d));
    REQUIRE(missing < 1);
    REQUIRE(missing > 0.25);
  }
}

// (eq. gap_bound)
TEST_CASE("what the largest weight lacks is bounded by the gap to the second score") {
  for_each_spec([](const Spec& spec) {
    const Enclosure truth = quick_oracle(draw_problem(spec));
    for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
      std::vector<std::pair<long double, std::size_t>> order;
      for (std::size_t j = 0; j < spec.sizes.t_k; ++j) order.emplace_back(at(truth[Part::scores], i, j).value, j);
      std::sort(order.rbegin(), order.rend());
      const Measured gap = at(truth[Part::scores], i, order[0].second) - at(truth[Part::scores], i, order[1].second);
      Measured others;  // 1 - m, without losing what is left beside a weight of nearly 1
      for (std::size_t n = 1; n < order.size(); ++n) others = others + at(truth[Part::weights], i, order[n].second);
      const auto count = static_cast<long double>(spec.sizes.t_k - 1);
      REQUIRE(at_most(others, exactly(count) * exp(exactly(0) - gap)));
    }
  });
}

// (eq. jacobian_bound): weights w_i / N of integers w_i that sum to N, so that N^2 (diag(a) - a a^T) holds integers.
TEST_CASE("the Jacobian of a softmax lies between m (1 - m) and twice that") {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t n = 2 + random.below(7);
    std::vector<long long> w(n), x(n);
    for (auto& value : w) value = 1 + static_cast<long long>(random.below(random.chance(0.3) ? 1000 : 5));
    for (auto& value : x) value = static_cast<long long>(random.integer(9));
    long long total = 0;
    for (const long long value : w) total += value;
    const long long most = *std::max_element(w.begin(), w.end());
    const long long bound = most * (total - most);
    const auto entry = [&](std::size_t i, std::size_t j) { return (i == j ? total * w[i] : 0) - w[i] * w[j]; };
    long long largest = 0, form = 0, length = 0;
    for (std::size_t i = 0; i < n; ++i) {
      long long row = 0;
      for (std::size_t j = 0; j < n; ++j) {
        largest = std::max(largest, std::abs(entry(i, j)));
        row += std::abs(entry(i, j));
        form += x[i] * entry(i, j) * x[j];
      }
      length += x[i] * x[i];
      REQUIRE(row <= 2 * bound);
    }
    REQUIRE(largest == bound);
    REQUIRE(form >= 0);
    REQUIRE(form <= 2 * bound * length);
  }
}

// (eq. output_gradient): a score moved by h moves an output by h times its derivative and at most h^2/2 times the range
// of the values, for |A (1 - 2A)| <= 1 bounds the second derivative's weight.
TEST_CASE("an output moves with a score by the weight times what the value is above the output") {
  constexpr double h = 0x1p-16;
  Random random(13);
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 2 + random.below(6), moved = random.below(n);
    const std::vector<double> before = drawn_scores(random, n, random.chance(0.5) ? 1 : 12);
    std::vector<double> after = before;
    after[moved] += h;
    Tensor v(Dtype::f64, n, 1);
    for (double& value : v.values) value = random.integer(20);
    const auto [low, high] = std::minmax_element(v.values.begin(), v.values.end());
    const Enclosure first = row_of(before, v), second = row_of(after, v);
    const Measured weight = at(first[Part::weights], 0, moved), output = at(first[Part::output], 0, 0);
    const Measured slope = weight * (exactly(static_cast<long double>(v.values[moved])) - output);
    const Measured change = (at(second[Part::output], 0, 0) - output) / exactly(h);
    const Measured slack = exactly(h / 2 * (*high - *low));
    REQUIRE(at_most(change, slope + slack));
    REQUIRE(at_most(slope, change + slack));
    // No larger than what the largest weight lacks times the range.
    Measured lacking;
    const auto top = static_cast<std::size_t>(std::max_element(before.begin(), before.end()) - before.begin());
    for (std::size_t j = 0; j < n; ++j) {
      if (j != top) lacking = lacking + at(first[Part::weights], 0, j);
    }
    const Measured most = lacking * exactly(*high - *low);
    REQUIRE(at_most(slope, most));
    REQUIRE(at_most(exactly(0) - slope, most));
  }
}
