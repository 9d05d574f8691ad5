// Problems without projections: queries are keys, and equal lengths are equal to the last bit where that is promised.
#include "attnref/enclosure.hpp"
#include "catch.hpp"
#include "generators/draw.hpp"
#include "generators/unprojected.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace attnref;

namespace {

constexpr std::array<Regime, 4> regimes{Regime::flat, Regime::moderate, Regime::peaked, Regime::tied};

void for_each_spec(const std::function<void(const Spec&)>& call) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (const Regime regime : regimes) {
      for (const bool projected : {false, true}) {
        for (const int bits : {0, 1, 4}) {
          for (const std::size_t d_k : {1u, 3u, 16u}) {
            Spec spec;
            spec.law = "longest_vector_wins_its_own_row";
            spec.dtype = dtype;
            spec.regime = regime;
            spec.projected = projected;
            spec.bits = bits;
            spec.seed = d_k;
            spec.sizes.t_q = spec.sizes.t_k = 17;
            spec.sizes.d_k = d_k;
            spec.sizes.d_model = 5;
            spec.sizes.d_v = 4;
            call(spec);
          }
        }
      }
    }
  }
}

long double square(const Tensor& x, std::size_t i) {
  long double sum = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) sum += static_cast<long double>(x(i, c)) * x(i, c);
  return sum;
}

std::size_t distinct_rows(const Tensor& x) {
  std::set<std::vector<double>> rows;
  for (std::size_t i = 0; i < x.rows(); ++i) {
    const auto row = x.values.begin() + static_cast<std::ptrdiff_t>(i * x.columns());
    rows.insert(std::vector<double>(row, row + static_cast<std::ptrdiff_t>(x.columns())));
  }
  return rows.size();
}

/// The queries of a problem, whichever its form.
std::vector<long double> queries(const Problem& problem) { return quick_oracle(problem).at(Part::queries).mid; }
std::vector<long double> keys(const Problem& problem) { return quick_oracle(problem).at(Part::keys).mid; }

}  // namespace

TEST_CASE("one length: exactly on a lattice, elsewhere as nearly as the format allows") {
  for_each_spec([](const Spec& spec) {
    INFO(to_string(spec));
    const Tensor x = draw_vectors_of_one_length(spec);
    const long double u = unit_roundoff(spec.dtype);
    CHECK(std::all_of(x.values.begin(), x.values.end(),
                      [&](double value) { return round_to(spec.dtype, value) == value; }));
    for (std::size_t i = 1; i < x.rows(); ++i) {
      if (spec.bits > 0) {
        CHECK(square(x, i) == square(x, 0));
      } else {
        // Each coordinate rounds by u, and the factor in double twice; squares by twice that, either way.
        CHECK(std::fabs(square(x, i) - square(x, 0)) <= (4 * u + 0x1p-49L) * 2 * square(x, 0));
      }
    }
  });
}

TEST_CASE("one length: vectors differ, and tie in the tied regime") {
  std::size_t twins = 0;
  for_each_spec([&](const Spec& spec) {
    const Tensor x = draw_vectors_of_one_length(spec);
    if (spec.sizes.d_k < 3) return;
    INFO(to_string(spec));
    CHECK(distinct_rows(x) > 1);
    if (spec.regime == Regime::tied) CHECK(distinct_rows(x) < x.rows());
    if (spec.bits > 0 || spec.regime == Regime::tied) return;
    // Near twins are not equal, and nearer than any two vectors drawn apart.
    for (std::size_t i = 1; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        long double apart = 0;
        for (std::size_t c = 0; c < x.columns(); ++c) apart += std::pow(x(i, c) - x(j, c), 2.0L);
        twins += apart > 0 && apart < 1e-4L * square(x, i);
      }
    }
  });
  CHECK(twins > 20);
}

TEST_CASE("lengths apart: they are, and a vector's score with itself is what the regime says") {
  for_each_spec([](const Spec& spec) {
    INFO(to_string(spec));
    const Tensor x = draw_vectors(spec);
    long double mean = 0, least = HUGE_VALL, most = 0;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      const long double score = square(x, i) / std::sqrt(static_cast<long double>(spec.sizes.d_k));
      mean += score / static_cast<long double>(x.rows());
      least = std::min(least, score);
      most = std::max(most, score);
    }
    CHECK(most > 2 * least);
    // Lengths are halved and doubled (times 7/4 in the mean), and a lattice's step is a power of two.
    const auto [low, high] = spec.regime == Regime::flat     ? std::pair{0.1L, 0.1L}
                             : spec.regime == Regime::peaked ? std::pair{8.0L, 30.0L}
                                                             : std::pair{1.0L, 4.0L};
    CHECK(mean > low / 4);
    CHECK(mean < high * 6);
  });
}

TEST_CASE("unprojected: queries and keys are X, in either form") {
  for_each_spec([](const Spec& spec) {
    INFO(to_string(spec));
    const Tensor x = draw_vectors(spec);
    const Problem problem = unprojected_problem(spec, x);
    CHECK(problem.projected() == spec.projected);
    const auto q = queries(problem);
    CHECK(q == keys(problem));
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t c = 0; c < spec.sizes.d_k; ++c) {
        CHECK(q[i * spec.sizes.d_k + c] == (c < x.columns() ? x(i, c) : 0.0));
      }
    }
  });
}

TEST_CASE("unprojected: with equal widths values are X too") {
  for_each_spec([](Spec spec) {
    spec.sizes.d_model = spec.sizes.d_v = spec.sizes.d_k;
    const Tensor x = draw_vectors(spec);
    const auto values = quick_oracle(unprojected_problem(spec, x)).at(Part::values).mid;
    CHECK(std::equal(values.begin(), values.end(), x.values.begin(), x.values.end()));
  });
}

TEST_CASE("symmetric: one projection serves both, and scores are symmetric") {
  for_each_spec([](const Spec& spec) {
    INFO(to_string(spec));
    const Problem problem = draw_symmetric(spec);
    CHECK(queries(problem) == keys(problem));
    const Enclosed scores = quick_oracle(problem).at(Part::scores);
    for (std::size_t i = 0; i < scores.rows; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        CHECK(std::fabs(scores.mid[scores.at(i, j)] - scores.mid[scores.at(j, i)]) <=
              scores.rad[scores.at(i, j)] + scores.rad[scores.at(j, i)]);
      }
    }
  });
}

TEST_CASE("slack: what another vector can win is half the difference of the diagonal scores, or nothing") {
  for_each_spec([](const Spec& spec) {
    INFO(to_string(spec));
    const Tensor x = draw_vectors(spec);
    const Enclosure truth = quick_oracle(unprojected_problem(spec, x));
    const long double root = std::sqrt(static_cast<long double>(spec.sizes.d_k));
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        const long double slack = most_log_odds_against_itself(truth, i, j);
        const long double difference = (square(x, j) - square(x, i)) / root / 2;
        CHECK(slack >= 0);
        CHECK(slack >= difference * (1 - 0x1p-60L));
        CHECK(slack <= std::max(difference, 0.0L) + 0x1p-40L * (square(x, i) + square(x, j)));
        // and it bounds the scores themselves
        const Enclosed& s = truth[Part::scores];
        CHECK(s.mid[s.at(i, j)] - s.rad[s.at(i, j)] <= s.mid[s.at(i, i)] + s.rad[s.at(i, i)] + slack);
      }
    }
  });
  for (const long double g : {0.0L, 0x1p-50L, 0x1p-21L, 0x1p-20L, 1.0L, 300.0L}) {
    const Measured growth = exponential_of_slack(g);
    CHECK(std::fabs(growth.value - std::exp(g)) <= growth.bound);
  }
}
