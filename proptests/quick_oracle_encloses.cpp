// The quick oracle's radii hold, against 113-bit arithmetic, in every regime; and they are tight enough to be of use.
// (eq. quick_weight, quick_output, quick_lse)
#include "attnref/enclosure.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "quad_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;

namespace {

/// The largest |true - mid| / rad; infinite where the enclosure holds no number.
double worst_ratio(const Enclosed& enclosed, const QuadMatrix& truth) {
  double worst = 0;
  for (std::size_t i = 0; i < enclosed.rows; ++i) {
    for (std::size_t j = 0; j < enclosed.columns; ++j) {
      const std::size_t n = enclosed.at(i, j);
      const auto error = static_cast<long double>(quad_abs(truth[i][j] - quad(enclosed.mid[n])));
      if (error == 0) continue;
      const double ratio = static_cast<double>(error / enclosed.rad[n]);
      worst = std::isnan(ratio) ? std::numeric_limits<double>::infinity() : std::max(worst, ratio);
    }
  }
  return worst;
}

struct Worst {
  double operands = 0, scores = 0, weights = 0, output = 0, lse = 0;

  void see(const Enclosure& e, const QuadAnswer& truth) {
    operands = std::max({operands, worst_ratio(e[Part::queries], truth.queries), worst_ratio(e[Part::keys], truth.keys),
                         worst_ratio(e[Part::values], truth.values)});
    scores = std::max(scores, worst_ratio(e[Part::scores], truth.scores));
    weights = std::max(weights, worst_ratio(e[Part::weights], truth.weights));
    output = std::max(output, worst_ratio(e[Part::output], truth.output));
    QuadMatrix column;
    for (const quad l : truth.lse) column.push_back({l});
    lse = std::max(lse, worst_ratio(e[Part::lse], column));
  }

  double any() const { return std::max({operands, scores, weights, output, lse}); }
};

Tensor matrix(std::size_t rows, std::size_t columns, std::vector<double> values) {
  Tensor tensor(Dtype::f64, rows, columns);
  tensor.values = std::move(values);
  return tensor;
}

/// Whether the enclosure holds x, itself known to half a unit of the ninth decimal.
bool holds(const Enclosed& enclosed, std::size_t n, double x) {
  return std::fabs(enclosed.mid[n] - x) <= 0.5e-9L + enclosed.rad[n] && enclosed.rad[n] < 4 * unit_roundoff(Dtype::f64);
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("quick oracle: every true value lies in its enclosure") {
  Worst worst;
  for (const Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::bf16}) {
    Random random(2, static_cast<std::uint64_t>(dtype));
    for (int n = 0; n < 400; ++n) {
      const Problem problem = random_problem(random, {.dtype = dtype, .steepest = 400});
      worst.see(quick_oracle(problem), quad_attention(problem));
    }
  }
  INFO("error / radius: operands " << worst.operands << ", scores " << worst.scores << ", weights " << worst.weights
                                   << ", output " << worst.output << ", lse " << worst.lse);
  CHECK(worst.any() <= 1);
  // Radii a hundred times too large would pass above, and would weaken every law.
  for (const double part : {worst.operands, worst.scores, worst.weights, worst.output, worst.lse}) CHECK(part > 0.01);
}

TEST_CASE("quick oracle: a midpoint moved by twice its radius is found out") {
  Random random(3);
  const Problem problem = random_problem(random, {});
  Enclosure e = quick_oracle(problem);
  const QuadAnswer truth = quad_attention(problem);
  REQUIRE(worst_ratio(e.at(Part::weights), truth.weights) <= 1);
  e.at(Part::weights).mid[0] += 2 * e.at(Part::weights).rad[0];
  CHECK(worst_ratio(e.at(Part::weights), truth.weights) > 1);
}

TEST_CASE("quick oracle: values derived by hand") {
  // The scale's fingerprint: d_k = 16, q.k_0 = 16, q.k_1 = 0, v = (1, 0).
  const Tensor ones = matrix(1, 16, std::vector<double>(16, 1));
  std::vector<double> keys(32, 0);
  std::fill_n(keys.begin(), 16, 1);
  Problem problem = attention_problem(ones, matrix(2, 16, keys), matrix(2, 1, {1, 0}));
  CHECK(holds(quick_oracle(problem).at(Part::output), 0, 0.982013790));
  const std::array<std::pair<double, double>, 5> given{
      {{1 / 8.0, 0.880797078}, {1 / 16.0, 0.731058579}, {1 / 3.0, 0.995195247}, {1.0, 0.999999887}, {0.0, 0.5}}};
  for (const auto& [scale, right] : given) {
    problem.how.scale = scale;
    CHECK(holds(quick_oracle(problem).at(Part::output), 0, right));
  }
  problem.how.scale = -0.25;
  CHECK(holds(quick_oracle(problem).at(Part::output), 0, 1 - 0.982013790));

  // log(e^0 + e^(ln 3)) = ln 4; d_k = 1, so that scores are the keys.
  const Enclosure e =
      quick_oracle(attention_problem(matrix(1, 1, {1}), matrix(2, 1, {0, std::log(3.0)}), matrix(2, 1, {8, 4})));
  CHECK(holds(e[Part::lse], 0, 1.386294361));
  CHECK(holds(e[Part::output], 0, 5));
}

TEST_CASE("quick oracle: no keys give zeros and -inf, no queries an empty answer") {
  const Enclosure e = quick_oracle(
      attention_problem(matrix(2, 3, std::vector<double>(6, 1)), Tensor(Dtype::f64, 0, 3), Tensor(Dtype::f64, 0, 2)));
  CHECK(e[Part::output].mid == std::vector<long double>(4, 0));
  CHECK(e[Part::lse].mid == std::vector<long double>(2, -std::numeric_limits<long double>::infinity()));
  const Enclosure none =
      quick_oracle(attention_problem(Tensor(Dtype::f64, 0, 3), Tensor(Dtype::f64, 2, 3), Tensor(Dtype::f64, 2, 1)));
  CHECK(none[Part::output].mid.empty());
  CHECK(none[Part::weights].columns == 2);
}

TEST_CASE("quick oracle: NaN and infinities reach exactly what they reach") {
  const auto one = [](std::vector<double> q, std::vector<double> k, std::vector<double> v) {
    const std::size_t t_q = q.size(), t_k = k.size(), d_v = v.size() / t_k;
    return quick_oracle(
        attention_problem(matrix(t_q, 1, std::move(q)), matrix(t_k, 1, std::move(k)), matrix(t_k, d_v, std::move(v))));
  };
  SECTION("a NaN query ends its row and no other") {
    const Enclosure e = one({1, not_a_number}, {0, 0}, {1, 3});
    CHECK(e[Part::output].mid[0] == 2);
    CHECK(
        (std::isnan(e[Part::output].mid[1]) && std::isnan(e[Part::weights].mid[2]) && std::isnan(e[Part::lse].mid[1])));
  }
  SECTION("a NaN value ends its column and no other") {
    const Enclosure e = one({1, 1}, {0, 0}, {not_a_number, 1, 5, 3});
    CHECK((std::isnan(e[Part::output].mid[0]) && std::isnan(e[Part::output].mid[2])));
    CHECK((e[Part::output].mid[1] == 2 && e[Part::output].mid[3] == 2));
  }
  SECTION("a score of +inf is NaN, one of -inf is no weight, and nothing but -inf is NaN") {
    const Enclosure up = one({1, -1}, {inf, 0}, {1, 3});
    CHECK(std::isnan(up[Part::output].mid[0]));
    CHECK((up[Part::weights].mid[2] == 0 && up[Part::weights].rad[2] == 0 && up[Part::weights].mid[3] == 1 &&
           up[Part::output].mid[1] == 3));
    CHECK(std::isnan(one({-1}, {inf, inf}, {1, 3}).at(Part::output).mid[0]));
  }
  SECTION("an infinite value is reached by any weight, and times a weight of 0 is NaN") {
    CHECK(one({1}, {0, -9000}, {1, inf}).at(Part::output).mid[0] == inf);
    CHECK(std::isnan(one({1}, {0, -inf}, {1, inf}).at(Part::output).mid[0]));
    CHECK(std::isnan(one({1}, {0, 0}, {-inf, inf}).at(Part::output).mid[0]));
  }
}

TEST_CASE("quick oracle: scores beyond what double-double resolves are not claimed") {
  // Two equal products of 1e40 cancel: the score is known to about 1e10 only.
  const auto cancelled = [](double x) {
    return quick_oracle(attention_problem(matrix(1, 2, {x, x}), matrix(2, 2, {x, -x, 0, 0}), matrix(2, 1, {0, 1})));
  };
  CHECK(std::isinf(cancelled(1e20)[Part::weights].rad[0]));
  CHECK(cancelled(1e11)[Part::weights].rad[0] < 1e-6L);  // 1e22 to about 1e-7
  // A key that is beyond reach wherever it is takes nothing from the others.
  const Enclosure far =
      quick_oracle(attention_problem(matrix(1, 1, {1e11}), matrix(2, 1, {0, -1e11}), matrix(2, 1, {7, 1})));
  CHECK((far[Part::output].mid[0] == 7 && far[Part::output].rad[0] < unit_roundoff(Dtype::f64) / 8));
}

TEST_CASE("quick oracle: numbers at the ends of a double's range") {
  const auto attend = [](std::vector<double> q, std::vector<double> k, std::vector<double> v, std::size_t d_k = 1) {
    const std::size_t t_k = k.size() / d_k, d_v = v.size() / t_k;
    return quick_oracle(attention_problem(matrix(1, d_k, std::move(q)), matrix(t_k, d_k, std::move(k)),
                                          matrix(t_k, d_v, std::move(v))));
  };
  SECTION("the largest score is far beyond a double, and the others beyond reach of it") {
    const Enclosure e = attend({1e300}, {-1e300, 0}, {5, 3});
    CHECK((e[Part::output].mid[0] == 3 && e[Part::output].rad[0] < unit_roundoff(Dtype::f64)));
    CHECK(std::isinf(attend({1e300}, {1e300, 0}, {5, 3})[Part::output].rad[0]));
    CHECK(std::isinf(attend({1e300}, {-1e300, -1e300}, {5, 3})[Part::output].rad[0]));
  }
  SECTION("large numbers whose products are not") {
    const Enclosure e = attend({1e300, 1}, {0, 2, 1e300, 1}, {5, 3}, 2);
    CHECK(std::isinf(e[Part::output].rad[0]));
    const Enclosure other = attend({0x1p500, 0}, {0, 0x1p450, 0, 0x1p440}, {5, 3}, 2);
    CHECK((other[Part::output].mid[0] == 4 && other[Part::output].rad[0] < 0x1p-40L));
  }
  SECTION("subnormal values, and the largest") {
    CHECK(attend({1}, {0, 0}, {0x1p-1074, 0x1.8p-1073})[Part::output].mid[0] == 0x1p-1073L);
    const double most = std::numeric_limits<double>::max();
    const Enclosure e = attend({1}, {0, 0}, {most, most});
    CHECK((e[Part::output].mid[0] == most && e[Part::output].rad[0] < 0x1p970L));
  }
  SECTION("a subnormal query and key") {
    const Enclosure e = attend({5e-324}, {5e-324, 0}, {5, 3});
    CHECK((e[Part::output].mid[0] == 4 && e[Part::scores].rad[1] <= e[Part::scores].rad[0]));
  }
  SECTION("one long score that cancels, and many keys") {
    std::vector<double> q(4096, 1), k(4096, 0x1p20);
    for (std::size_t c = 1; c < k.size(); c += 2) k[c] = -k[c];
    k[4095] += 64;  // exactly, so that the score is 64 / sqrt(4096) = 1
    const Enclosure e = attend(q, k, {7}, 4096);
    CHECK((std::fabs(e[Part::scores].mid[0] - 1) <= e[Part::scores].rad[0] && e[Part::scores].rad[0] < 0x1p-40L));
    const Enclosure many = attend({1}, std::vector<double>(4096, 3), std::vector<double>(4096, 2));
    CHECK((std::fabs(many[Part::output].mid[0] - 2) <= many[Part::output].rad[0] &&
           many[Part::output].rad[0] < unit_roundoff(Dtype::f64)));
    CHECK(std::fabs(many[Part::lse].mid[0] - (3 + std::log(4096.0L))) <= many[Part::lse].rad[0] + 0x1p-60L);
  }
  SECTION("the same score in two ways, of which the low parts decide") {
    // About 2^60, where a double moves in steps of 2^8.
    const Enclosure e = attend({0x1p30, 1, 1}, {0x1p30, 0, 0, 0x1p30, 1, 0}, {5, 3}, 3);
    const long double weight = 1 / (1 + std::exp(1 / std::sqrt(3.0L)));
    CHECK(std::fabs(e[Part::weights].mid[0] - weight) <= e[Part::weights].rad[0] + 0x1p-62L);
    CHECK(e[Part::weights].rad[0] < 0x1p-30L);
  }
  SECTION("an infinity times a projection whose sign is lost is not claimed") {
    const Enclosure e = quick_oracle(self_attention_problem(matrix(2, 2, {inf, 1, 1e300, 5e-324}), matrix(2, 1, {1, 1}),
                                                            matrix(2, 1, {0, 5e-324}), matrix(2, 1, {1, 1})));
    CHECK(!std::isfinite(e[Part::scores].mid[0]) != std::isinf(e[Part::scores].rad[0]));
  }
}

TEST_CASE("quick oracle: masks and their like are refused") {
  Random random(4);
  Problem problem = random_problem(random, {});
  problem.how.causal = Causal::top_left;
  CHECK_THROWS_AS(quick_oracle(problem), std::invalid_argument);
}
