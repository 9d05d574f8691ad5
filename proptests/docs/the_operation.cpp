// docs/the-operation.md: the softmax of a row and its log-sum-exp, where no law says it.
#include "catch.hpp"
#include "docs/enclosed.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"

#include "attnref/attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

using namespace attnref;
using namespace attnref::docs_test;

namespace {

struct Row {};

Spec spec_of_regime(Regime regime, std::size_t keys, std::uint64_t seed) {
  return {.law = "docs", .regime = regime, .sizes = {.t_q = 3, .t_k = keys, .d_k = 4, .d_v = 2}, .seed = seed};
}

template <class Judge>
void for_each_spec(Judge judge) {
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked, Regime::tied, Regime::shifted}) {
    for (const std::size_t keys : {std::size_t{1}, std::size_t{2}, std::size_t{9}, std::size_t{33}}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) judge(spec_of_regime(regime, keys, seed));
    }
  }
}

}  // namespace

// (eq. lse_bounds)
TEST_CASE("the log-sum-exp lies between the largest score and that plus the logarithm of their number") {
  for_each_spec([](const Spec& spec) {
    const Enclosure truth = quick_oracle(draw_problem(spec));
    const Measured number = log(exactly(static_cast<long double>(spec.sizes.t_k)));
    for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
      Measured largest = at(truth[Part::scores], i, 0);
      for (std::size_t j = 1; j < spec.sizes.t_k; ++j) {
        if (at(truth[Part::scores], i, j).value > largest.value) largest = at(truth[Part::scores], i, j);
      }
      REQUIRE(at_most(largest, at(truth[Part::lse], i)));
      REQUIRE(at_most(at(truth[Part::lse], i), largest + number));
      // Both ends are reached: one key, and keys of one score.
      if (spec.sizes.t_k == 1) REQUIRE(same(largest, at(truth[Part::lse], i), 1));
    }
  });
  Tensor q(Dtype::f64, 1, 4), k(Dtype::f64, 9, 4);
  q.values = {1, 2, 3, 4};
  for (double& x : k.values) x = 1;
  const Enclosure tied = quick_oracle(attention_problem(q, k, k));
  REQUIRE(same(at(tied[Part::lse], 0), exactly(5) + log(exactly(9))));
}

// (eq. softmax_derivative): log A_j falls behind its tangent as any one score grows (its second derivative is
// -A_k (1 - A_k)), so its change lies between the step times the slopes at both ends.
TEST_CASE("the logarithm of a weight grows by 1 where its own score does, and falls by the weight of any that grows") {
  static constexpr double step = 0x1p-12;
  for_each_spec([](const Spec& spec) {
    if (spec.regime == Regime::shifted) return;
    // Scores as they are: one query of 1, keys of one coordinate.
    Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, spec.sizes.t_k, 1);
    q.values = {1};
    for (std::size_t j = 0; j < k.rows(); ++j) {
      k(j, 0) = std::ldexp(std::round(std::ldexp(stream(spec, "score", j).normal() * 3, 20)), -20);
    }
    const std::size_t moved = spec.seed % k.rows();
    Tensor raised = k;
    raised(moved, 0) += step;
    const Enclosure before = quick_oracle(attention_problem(q, k, k)),
                    after = quick_oracle(attention_problem(q, raised, k));
    const auto slope = [&](const Enclosure& truth, std::size_t j) {
      return exactly(j == moved ? 1 : 0) - at(truth[Part::weights], 0, moved);
    };
    for (std::size_t j = 0; j < k.rows(); ++j) {
      const Measured change = log(at(after[Part::weights], 0, j)) - log(at(before[Part::weights], 0, j));
      REQUIRE(at_most(exactly(step) * slope(after, j), change));
      REQUIRE(at_most(change, exactly(step) * slope(before, j)));
      REQUIRE((slope(before, j) - slope(after, j)).value < step);  // the bracket is narrow
    }
  });
}

// (eq. max_shift)
TEST_CASE(
    "shifted by its largest score a row's exponentials are at most 1 and their sum is between 1 and their number") {
  using Scores = Matrix<double, One, T<Row>>;
  const Scores large{{1000, 1000}}, small{{-1000, -1000}}, apart{{1000, -1000}};
  REQUIRE(std::isinf(std::exp(large(0, 0))));  // what would happen without
  REQUIRE(std::exp(small(0, 0)) == 0);
  for (const Scores& scores : {large, small}) {
    REQUIRE(softmax_rows(scores) == Scores{{0.5, 0.5}});
    REQUIRE(log_sum_exp_rows(scores)(0, 0) == scores(0, 0) + std::log(2.0));
  }
  REQUIRE(softmax_rows(apart) == Scores{{1, 0}});
  for_each_spec([](const Spec& spec) {
    const Enclosure truth = quick_oracle(draw_problem(spec));
    for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
      Measured largest = at(truth[Part::scores], i, 0), sum;
      for (std::size_t j = 1; j < spec.sizes.t_k; ++j) {
        if (at(truth[Part::scores], i, j).value > largest.value) largest = at(truth[Part::scores], i, j);
      }
      for (std::size_t j = 0; j < spec.sizes.t_k; ++j) sum = sum + exp(at(truth[Part::scores], i, j) - largest);
      REQUIRE(at_most(exactly(1), sum));
      REQUIRE(at_most(sum, exactly(static_cast<long double>(spec.sizes.t_k))));
      for (std::size_t j = 0; j < spec.sizes.t_k; ++j) {
        REQUIRE(same(at(truth[Part::weights], i, j), exp(at(truth[Part::scores], i, j) - largest) / sum, 0x1p-20L));
      }
    }
  });
}
