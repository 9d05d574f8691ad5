// The inputs of cases: pure functions of a Spec whose scores are what the regime promises. What a regime is for is
// tested on the scores themselves, computed by the quick oracle, since a factor squared or forgotten would leave its
// laws idle.
#include "attnref/enclosure.hpp"
#include "catch.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>

using namespace attnref;

namespace {

constexpr std::array<Regime, 7> regimes{Regime::flat,    Regime::moderate,  Regime::peaked, Regime::tied,
                                        Regime::shifted, Regime::underflow, Regime::special};

Spec spec_with(Dtype dtype, Regime regime, bool projected, int bits, std::size_t length, std::size_t width,
               std::uint64_t seed) {
  Spec spec;
  spec.law = "rows_sum_to_one";
  spec.dtype = dtype;
  spec.regime = regime;
  spec.projected = projected;
  spec.bits = bits;
  spec.seed = seed;
  spec.sizes.t_q = spec.sizes.t_k = length;
  spec.sizes.d_k = width;
  spec.sizes.d_model = width + 2;
  spec.sizes.d_v = width + 1;
  return spec;
}

/// Calls with Specs of both dtypes, both forms, and numbers of any precision or `bits` of it.
void for_each_kind(Regime regime, int bits, const std::function<void(const Spec&)>& call) {
  for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
    for (const bool projected : {false, true}) {
      for (const std::size_t width : {1u, 3u, 16u, 33u}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) call(spec_with(dtype, regime, projected, bits, 33, width, seed));
      }
    }
  }
}

bool same_tensors(const Problem& a, const Problem& b) {
  return std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && same_bits(x.second, y.second); });
}

/// What a problem's scores are like.
struct Scores {
  double deviation = 0;                                    ///< about each row's mean
  double largest_gap = 0;                                  ///< between two scores of a row
  double least_mean = HUGE_VAL, largest_mean = -HUGE_VAL;  ///< of a row
  double largest_weight = 0;                               ///< mean over the rows
};

Scores scores_of(const Problem& problem) {
  const Enclosure truth = quick_oracle(problem);
  const Enclosed& s = truth.scores;
  const double n = static_cast<double>(s.columns);
  Scores found;
  double squares = 0;
  for (std::size_t i = 0; i < s.rows; ++i) {
    const auto row = s.mid.begin() + static_cast<std::ptrdiff_t>(s.at(i, 0));
    const auto end = row + static_cast<std::ptrdiff_t>(s.columns);
    double mean = 0;
    for (auto x = row; x != end; ++x) mean += static_cast<double>(*x) / n;
    for (auto x = row; x != end; ++x) squares += std::pow(static_cast<double>(*x) - mean, 2);
    found.largest_gap =
        std::max(found.largest_gap, static_cast<double>(*std::max_element(row, end) - *std::min_element(row, end)));
    found.least_mean = std::min(found.least_mean, mean);
    found.largest_mean = std::max(found.largest_mean, mean);
    const auto weights = truth.weights.mid.begin() + static_cast<std::ptrdiff_t>(s.at(i, 0));
    found.largest_weight +=
        static_cast<double>(*std::max_element(weights, weights + static_cast<std::ptrdiff_t>(s.columns))) /
        static_cast<double>(s.rows);
  }
  found.deviation = std::sqrt(squares / (n * static_cast<double>(s.rows)));
  return found;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.at(values.size() / 2);
}

}  // namespace

TEST_CASE("draw: the same Spec draws the same bits, another seed others") {
  for (const Regime regime : regimes) {
    for (const bool projected : {false, true}) {
      const Spec spec = spec_with(Dtype::f64, regime, projected, 0, 9, 5, 1);
      Spec other = spec;
      other.seed = 2;
      INFO(to_string(spec));
      CHECK(same_tensors(draw_problem(spec), draw_problem(spec)));
      CHECK_FALSE(same_tensors(draw_problem(spec), draw_problem(other)));
    }
  }
}

TEST_CASE("draw: shapes are the Spec's, and every number is one of the dtype") {
  for (const Regime regime : regimes) {
    for (const int bits : {0, 3}) {
      for_each_kind(regime, bits, [](const Spec& spec) {
        const Problem problem = draw_problem(spec);
        INFO(to_string(spec));
        CHECK(problem.projected() == spec.projected);
        for (const auto& [name, tensor] : problem.tensors) {
          CHECK(tensor.shape == shape_of(name, spec.sizes));
          CHECK(std::all_of(tensor.values.begin(), tensor.values.end(),
                            [&](double x) { return std::isfinite(x) && round_to(spec.dtype, x) == x; }));
        }
      });
    }
  }
}

TEST_CASE("draw: flat scores are nearly equal") {
  for_each_kind(Regime::flat, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    CHECK(scores.deviation > 0.005);
    CHECK(scores.deviation < 0.3);
    CHECK(scores.largest_weight < 2.0 / 33);
  });
}

TEST_CASE("draw: moderate scores deviate by about 1") {
  std::vector<double> deviations;
  for_each_kind(Regime::moderate, 0,
                [&](const Spec& spec) { deviations.push_back(scores_of(draw_problem(spec)).deviation); });
  CHECK(*std::min_element(deviations.begin(), deviations.end()) > 0.2);
  CHECK(*std::max_element(deviations.begin(), deviations.end()) < 3);
  CHECK(median(deviations) > 0.5);
  CHECK(median(deviations) < 1.5);
}

TEST_CASE("draw: peaked rows mostly have one large weight") {
  std::vector<double> weights;
  for_each_kind(Regime::peaked, 0,
                [&](const Spec& spec) { weights.push_back(scores_of(draw_problem(spec)).largest_weight); });
  CHECK(*std::min_element(weights.begin(), weights.end()) > 0.3);
  CHECK(median(weights) > 0.7);
}

TEST_CASE("draw: tied keys are equal to the last bit, and not all") {
  for_each_kind(Regime::tied, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Problem problem = draw_problem(spec);
    const Tensor& keys = problem.at(spec.projected ? "x" : "k");
    std::set<std::vector<double>> distinct;
    for (std::size_t i = 0; i < keys.rows(); ++i) {
      const auto row = keys.values.begin() + static_cast<std::ptrdiff_t>(i * keys.columns());
      distinct.insert(std::vector<double>(row, row + static_cast<std::ptrdiff_t>(keys.columns())));
    }
    CHECK(distinct.size() <= 12);  // 1 + 33 / 3
    CHECK(distinct.size() > 1);
  });
}

TEST_CASE("draw: shifted rows lie about 1e3 and 3e4 from zero, either way, and no further apart than moderate ones") {
  std::size_t near = 0, far = 0, up = 0, down = 0;
  for_each_kind(Regime::shifted, 0, [&](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    CHECK(scores.deviation < 3);
    up += scores.largest_mean > 2e4;
    down += scores.least_mean < -2e4;
    near += scores.largest_mean > 500 && scores.largest_mean < 5000;
    far += std::max(scores.largest_mean, -scores.least_mean) > 2.9e4;
  });
  CHECK(near > 0);
  CHECK(far > 0);
  CHECK(up > 20);
  CHECK(down > 20);
}

TEST_CASE("draw: underflow puts gaps about where the exponential ends") {
  for_each_kind(Regime::underflow, 0, [](const Spec& spec) {
    INFO(to_string(spec));
    const Scores scores = scores_of(draw_problem(spec));
    const double least = spec.dtype == Dtype::f64 ? 700 : 80;
    CHECK(scores.largest_gap > least);
    // Given keys are placed; what projections make of X goes further.
    if (!spec.projected) CHECK(scores.largest_gap < 1.4 * least);
  });
}

TEST_CASE("draw: special inputs hold zeros of both signs, subnormals, powers of two and one large number") {
  bool zero = false, minus_zero = false, subnormal = false, smallest = false, large = false;
  for_each_kind(Regime::special, 0, [&](const Spec& spec) {
    const Problem problem = draw_problem(spec);
    for (const double x : problem.at(spec.projected ? "x" : "k").values) {
      zero = zero || (x == 0 && !std::signbit(x));
      minus_zero = minus_zero || (x == 0 && std::signbit(x));
      subnormal = subnormal || (x != 0 && std::fabs(x) < static_cast<double>(smallest_normal(spec.dtype)));
      smallest = smallest || std::fabs(x) == static_cast<double>(smallest_normal(spec.dtype));
      large = large || x == 32;
    }
  });
  CHECK(zero);
  CHECK(minus_zero);
  CHECK(subnormal);
  CHECK(smallest);
  CHECK(large);
}

TEST_CASE("draw: the corner of a larger tensor is the smaller one") {
  for (const int bits : {0, 3}) {
    Spec spec = spec_with(Dtype::f32, Regime::moderate, false, bits, 9, 7, 3);
    spec.zeroed = 25;
    const Tensor large = draw_tensor(spec, "k", 17, 9), small = draw_tensor(spec, "k", 5, 4);
    for (std::size_t i = 0; i < small.rows(); ++i) {
      for (std::size_t j = 0; j < small.columns(); ++j) CHECK(small(i, j) == large(i, j));
    }
  }
}

TEST_CASE("draw: a smaller problem of given queries, keys and values is the corner of the larger") {
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked}) {
    const Spec large = spec_with(Dtype::f64, regime, false, 0, 17, 9, 4);
    Spec small = large;
    small.sizes.t_q = 5;
    small.sizes.t_k = 8;
    small.sizes.d_k = 3;
    small.sizes.d_v = 2;
    const Problem whole = draw_problem(large), corner = draw_problem(small);
    for (const auto& [name, tensor] : corner.tensors) {
      INFO(name);
      for (std::size_t i = 0; i < tensor.rows(); ++i) {
        for (std::size_t j = 0; j < tensor.columns(); ++j) CHECK(tensor(i, j) == whole.at(name)(i, j));
      }
    }
  }
}

TEST_CASE("draw: more zeros change no other number, and zeros stay") {
  for (const int bits : {0, 4}) {
    Spec spec = spec_with(Dtype::f64, Regime::moderate, false, bits, 33, 16, 5);
    const Tensor whole = draw_tensor(spec, "q", 33, 16);
    Tensor before = whole;
    for (const int percent : {25, 50, 75, 90, 100}) {
      spec.zeroed = percent;
      const Tensor after = draw_tensor(spec, "q", 33, 16);
      double zeros = 0;
      for (std::size_t n = 0; n < after.values.size(); ++n) {
        CHECK((after.values[n] == 0 || after.values[n] == whole.values[n]));
        if (before.values[n] == 0) CHECK(after.values[n] == 0);
        zeros += after.values[n] == 0;
      }
      CHECK(100 * zeros / static_cast<double>(after.values.size()) > percent - 10);
      before = after;
    }
  }
}

TEST_CASE("lattice: numbers are b-bit integers times one power of two") {
  for (const int bits : {1, 2, 3, 4, 8}) {
    for (const double deviation : {0.01, 1.0, 300.0}) {
      const Spec spec = spec_with(Dtype::f64, Regime::moderate, false, bits, 33, 16, 6);
      const Tensor tensor = draw_lattice(spec, "q", 33, 16, bits, deviation);
      const double unit = lattice_unit(tensor);
      double largest = 0, squares = 0;
      for (const double x : tensor.values) {
        CHECK(x / unit == std::round(x / unit));
        largest = std::max(largest, std::fabs(x / unit));
        squares += x * x;
      }
      CHECK(largest == std::ldexp(1.0, bits) - 1);
      const double found = std::sqrt(squares / static_cast<double>(tensor.values.size()));
      // The power of two nearest in ratio is within sqrt(2).
      CHECK(found > 0.65 * deviation);
      CHECK(found < 1.55 * deviation);
    }
  }
}

TEST_CASE("lattice: the unit is the largest power of two that divides every number") {
  Tensor tensor(Dtype::f64, 1, 3);
  CHECK(lattice_unit(tensor) == 1);
  tensor.values = {6, -20, 0};
  CHECK(lattice_unit(tensor) == 2);
  tensor.values = {0x1p-1074, 1, -3};
  CHECK(lattice_unit(tensor) == 0x1p-1074);
  tensor.values = {0x1.8p500, 0x1p502, 0};
  CHECK(lattice_unit(tensor) == 0x1p499);
}

TEST_CASE("lattice: sums of up to 4 bits are exact at sizes up to 33, but for shifts in f32") {
  for (const Regime regime : regimes) {
    for (const int bits : {1, 2, 3, 4}) {
      for_each_kind(regime, bits, [&](const Spec& spec) {
        // A shift of 3e4 and steps of a lattice need more bits together than a float has.
        if (regime == Regime::shifted && spec.dtype == Dtype::f32) return;
        INFO(to_string(spec));
        CHECK(sums_are_exact(draw_problem(spec)));
      });
    }
  }
}

TEST_CASE("lattice: what is certified exact is the same in every order of summation") {
  std::size_t certified = 0;
  for (const Regime regime : regimes) {
    for_each_kind(regime, 4, [&](const Spec& spec) {
      if (spec.projected || spec.dtype != Dtype::f32) return;
      const Problem problem = draw_problem(spec);
      if (!sums_are_exact(problem)) return;
      ++certified;
      const Tensor& q = problem.at("q");
      const Tensor& k = problem.at("k");
      for (std::size_t i = 0; i < q.rows(); ++i) {
        double exact = 0;
        float forward = 0, backward = 0;
        for (std::size_t c = 0; c < q.columns(); ++c) {
          const std::size_t b = q.columns() - 1 - c;
          exact += q(i, c) * k(i, c);
          forward += static_cast<float>(q(i, c)) * static_cast<float>(k(i, c));
          backward = std::fma(static_cast<float>(q(i, b)), static_cast<float>(k(i, b)), backward);
        }
        CHECK(static_cast<double>(forward) == exact);
        CHECK(static_cast<double>(backward) == exact);
      }
    });
  }
  CHECK(certified > 50);
}

TEST_CASE("lattice: what does not fit the bits is not certified") {
  Tensor q(Dtype::f32, 1, 2), k = q, v(Dtype::f32, 1, 1);
  q.values = {4096, 1};
  k.values = {4095, 1};
  CHECK(sums_are_exact(attention_problem(q, k, v)));  // 2^24 - 4095
  k.values = {4096, 1};
  CHECK_FALSE(sums_are_exact(attention_problem(q, k, v)));  // 2^24 + 1
  // Terms that cancel still need their bits on the way.
  Tensor w(Dtype::f32, 1, 3), one(Dtype::f32, 1, 3);
  w.values = {16777216, 1, -16777216};
  one.values = {1, 1, 1};
  CHECK_FALSE(sums_are_exact(attention_problem(w, one, v)));

  const Tensor same(Dtype::f32, 1, 1);
  const auto projected = [&](double x, double wq) {
    Tensor tx = same, twq = same, twk = same, twv = same;
    tx.values = {x};
    twq.values = {wq};
    twk.values = twv.values = {1};
    return self_attention_problem(tx, twq, twk, twv);
  };
  CHECK(sums_are_exact(projected(4095, 1)));
  CHECK_FALSE(sums_are_exact(projected(8191, 4095)));  // q has 25 bits
  CHECK_FALSE(sums_are_exact(projected(65535, 1)));    // q k has 32
}

TEST_CASE("lattice: scores are exact only where 1/sqrt(d_k) is a power of two") {
  for (const std::size_t d_k : {1u, 2u, 3u, 4u, 8u, 16u, 17u, 32u, 64u}) {
    Spec spec = spec_with(Dtype::f64, Regime::moderate, false, 2, 5, 1, 7);
    spec.sizes.d_k = d_k;
    Problem problem = draw_problem(spec);
    CHECK(scores_are_exact(problem) == (d_k == 1 || d_k == 4 || d_k == 16 || d_k == 64));
    problem.scale = 0.3;
    CHECK_FALSE(scores_are_exact(problem));
  }
}

TEST_CASE("fit: building blocks meet what they name, and leave what does") {
  Spec spec = spec_with(Dtype::f64, Regime::special, true, 9, 9, 63, 1);
  spec.sizes.t_k = 5;
  CHECK(any_spec(spec) == spec);
  CHECK(equal_lengths(spec).sizes.t_k == 9);
  CHECK_FALSE(unprojected(spec).projected);
  CHECK(projected(unprojected(spec)).projected);
  CHECK(projected(spec).sizes.t_k == 9);
  CHECK(on_lattice(spec, 4).bits == 4);
  spec.bits = 0;
  CHECK(on_lattice(spec, 4).bits == 1);
  CHECK(power_of_four_d_k(spec).sizes.d_k == 16);
  CHECK(within_regimes(spec, {Regime::flat, Regime::tied}).regime == Regime::flat);
  CHECK(within_regimes(spec, {Regime::flat, Regime::special}).regime == Regime::special);
}
