// docs/without-projections.md: what holds where queries, keys and values are one X, and no law states.
#include "catch.hpp"
#include "docs/enclosed.hpp"
#include "generators/draw.hpp"
#include "generators/transform.hpp"
#include "generators/unprojected.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

using namespace attnref;
using namespace attnref::docs_test;

namespace {

constexpr std::array regimes{Regime::flat, Regime::moderate, Regime::peaked, Regime::tied};

/// T vectors of d coordinates, integers times a power of two.
Spec lattice(Regime regime, std::size_t t, std::size_t d, std::uint64_t seed) {
  return {.law = "docs", .regime = regime, .sizes = {.t_q = t, .t_k = t, .d_k = d, .d_v = 1}, .seed = seed, .bits = 6};
}

/// Calls `judge` with specs of every regime and of several sizes.
template <class Judge>
void for_each_spec(Judge judge) {
  for (const Regime regime : regimes) {
    for (const std::size_t t : {std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{17}}) {
      for (const std::size_t d : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{16}}) {
        judge(lattice(regime, t, d, t * 100 + d));
      }
    }
  }
}

/// X without projections, its scores multiplied by `beta`.
Enclosure unprojected(const Tensor& x, double beta = 1) {
  Problem problem = attention_problem(x, x, x);
  if (beta != 1) problem.how.scale = beta / std::sqrt(static_cast<double>(x.columns()));
  return quick_oracle(problem);
}

/// x_i.x_j, exact on the lattice.
double dot(const Tensor& x, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) sum += x(i, c) * x(j, c);
  return sum;
}

/// |x_i - x_j|^2, exact on the lattice.
double squared_distance(const Tensor& x, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) sum += (x(i, c) - x(j, c)) * (x(i, c) - x(j, c));
  return sum;
}

}  // namespace

// (eq. squared_distance)
TEST_CASE("at one length a product is the squared length less half the squared distance") {
  for_each_spec([](const Spec& spec) {
    const Tensor x = draw_vectors_of_one_length(spec);
    const double squared_length = dot(x, 0, 0);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        REQUIRE(2 * dot(x, i, j) == 2 * squared_length - squared_distance(x, i, j));
      }
    }
  });
}

// (eq. score_difference)
TEST_CASE("scores of a row differ by lengths and by a distance") {
  for_each_spec([](const Spec& spec) {
    const Tensor x = draw_vectors(spec);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < x.rows(); ++j) {
        REQUIRE(2 * (dot(x, i, j) - dot(x, i, i)) == dot(x, j, j) - dot(x, i, i) - squared_distance(x, i, j));
      }
    }
  });
}

// (eq. gaussian_kernel)
TEST_CASE("at one length weights are a Gaussian of the distance") {
  for_each_spec([](const Spec& spec) {
    const Tensor x = draw_vectors_of_one_length(spec);
    const Enclosure truth = unprojected(x);
    const Measured width = root(x.columns()) * exactly(2);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      Measured sum;
      for (std::size_t l = 0; l < x.rows(); ++l) {
        sum = sum + exp(exactly(-static_cast<long double>(squared_distance(x, i, l))) / width);
      }
      for (std::size_t j = 0; j < x.rows(); ++j) {
        const Measured kernel = exp(exactly(-static_cast<long double>(squared_distance(x, i, j))) / width);
        REQUIRE(same(at(truth[Part::weights], i, j), kernel / sum));
      }
    }
  });
}

// (eq. diagonal_derivative): the slope falls as beta grows, for its own derivative is minus a variance. So the change
// over a step lies between the step times the slopes at its two ends, and no tolerance is needed.
TEST_CASE("the logarithm of the diagonal grows by its score less the mean score") {
  constexpr double before = 1, after = 1 + 0x1p-12;
  for_each_spec([](const Spec& spec) {
    if (spec.sizes.d_k != 1 && spec.sizes.d_k != 16) return;  // 1/sqrt(d) times `after` is a number
    const Tensor x = draw_vectors(spec);
    const Enclosure first = unprojected(x, before), second = unprojected(x, after);
    const auto slope = [&](const Enclosure& truth, std::size_t i) {
      Measured mean;
      for (std::size_t j = 0; j < x.rows(); ++j)
        mean = mean + at(truth[Part::weights], i, j) * at(first[Part::scores], i, j);
      return at(first[Part::scores], i, i) - mean;
    };
    for (std::size_t i = 0; i < x.rows(); ++i) {
      const Measured change = log(at(second[Part::weights], i, i)) - log(at(first[Part::weights], i, i));
      const Measured step = exactly(after - before);
      REQUIRE(at_most(step * slope(second, i), change));
      REQUIRE(at_most(change, step * slope(first, i)));
      // The two slopes differ by at most the step times the largest variance, a quarter of the squared range.
      Measured largest = at(first[Part::scores], i, 0), least = largest;
      for (std::size_t j = 1; j < x.rows(); ++j) {
        const Measured score = at(first[Part::scores], i, j);
        if (score.value > largest.value) largest = score;
        if (score.value < least.value) least = score;
      }
      const Measured range = largest - least;
      REQUIRE(at_most(slope(first, i) - slope(second, i), step * range * range / exactly(4)));
    }
  });
}

// (eq. balance)
TEST_CASE("the weight there times its row's sum is the weight back times its own") {
  for_each_spec([](const Spec& spec) {
    const Enclosure truth = unprojected(draw_vectors(spec));
    for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Measured odds = exp(at(truth[Part::lse], i) - at(truth[Part::lse], j));
        REQUIRE(same(at(truth[Part::weights], i, j) * odds, at(truth[Part::weights], j, i)));
      }
    }
  });
}

// (eq. stationary)
TEST_CASE("sums of exponentials in proportion are a stationary distribution") {
  for_each_spec([](const Spec& spec) {
    const Enclosure truth = unprojected(draw_vectors(spec));
    for (std::size_t j = 0; j < spec.sizes.t_q; ++j) {
      Measured arriving;
      for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
        arriving = arriving + exp(at(truth[Part::lse], i) - at(truth[Part::lse], j)) * at(truth[Part::weights], i, j);
      }
      REQUIRE(same(arriving, exactly(1)));
    }
  });
}

// (eq. symmetric_iff)
TEST_CASE("a weight is larger than its mirror image where its row's sum is smaller") {
  std::size_t larger = 0;
  for_each_spec([&](const Spec& spec) {
    const Enclosure truth = unprojected(draw_vectors(spec));
    for (std::size_t i = 0; i < spec.sizes.t_q; ++i) {
      for (std::size_t j = 0; j < spec.sizes.t_q; ++j) {
        if (!surely_less(at(truth[Part::weights], j, i), at(truth[Part::weights], i, j))) continue;
        ++larger;
        REQUIRE(at_most(at(truth[Part::lse], i), at(truth[Part::lse], j)));
      }
    }
  });
  REQUIRE(larger > 1000);
}

// (eq. symmetric_iff)
TEST_CASE("weights are symmetric where all rows have one sum") {
  Tensor pair(Dtype::f64, 2, 2), cross(Dtype::f64, 4, 2), triple(Dtype::f64, 3, 3);
  pair.values = {3, 4, 5, 0};
  cross.values = {1, 0, 0, 1, -1, 0, 0, -1};
  triple.values = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (const Tensor& x : {pair, cross, triple}) {
    const Enclosure truth = unprojected(x);
    for (std::size_t i = 0; i < x.rows(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        REQUIRE(same(at(truth[Part::lse], i), at(truth[Part::lse], j)));
        REQUIRE(same(at(truth[Part::weights], i, j), at(truth[Part::weights], j, i)));
      }
    }
  }
}

// (eq. long_limit)
TEST_CASE("copies share the row as lengths grow") {
  for_each_spec([](const Spec& spec) {
    const Tensor x = draw_vectors_of_one_length(spec);
    for (const double stretch : {1.0, 2.0, 8.0, 64.0}) {
      const Tensor longer = times(stretch, x);
      const Enclosure truth = unprojected(longer);
      for (std::size_t i = 0; i < x.rows(); ++i) {
        std::size_t copies = 0;
        double nearest = INFINITY;
        for (std::size_t j = 0; j < x.rows(); ++j) {
          const double distance = squared_distance(longer, i, j);
          if (distance == 0) ++copies;
          if (distance > 0) nearest = std::min(nearest, distance);
        }
        const auto m = static_cast<long double>(copies), others = static_cast<long double>(x.rows()) - m;
        const Measured most = exactly(1) / exactly(m);
        const Measured rest =
            others == 0
                ? exactly(0)
                : exactly(others) * exp(exactly(-static_cast<long double>(nearest)) / (root(x.columns()) * exactly(2)));
        const Measured least = exactly(1) / (exactly(m) + rest);
        REQUIRE(at_most(at(truth[Part::weights], i, i), most));
        REQUIRE(at_most(least, at(truth[Part::weights], i, i)));
      }
    }
  });
}
