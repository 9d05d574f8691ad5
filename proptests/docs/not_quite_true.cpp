// docs/not-quite-true.md: what is true in the place of what is usually said, where no law states it.
#include "catch.hpp"
#include "docs/enclosed.hpp"
#include "docs/integer_vectors.hpp"
#include "generators/draw.hpp"
#include "generators/random.hpp"
#include "generators/transform.hpp"
#include "generators/unprojected.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

using namespace attnref;
using namespace attnref::docs_test;
using docs::IntegerVectors;

namespace {

double dot(const Tensor& x, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t c = 0; c < x.columns(); ++c) sum += x(i, c) * x(j, c);
  return sum;
}

/// Random integers of -most .. most.
IntegerVectors drawn(Random& random, std::size_t count, std::size_t width, int most) {
  IntegerVectors x{count, width, std::vector<int>(count * width)};
  for (int& n : x.numbers) n = static_cast<int>(random.integer(static_cast<std::uint64_t>(most)));
  return x;
}

/// x M y^T.
long long form(const IntegerVectors& x, std::size_t i, const IntegerVectors& m, std::size_t j) {
  long long sum = 0;
  for (std::size_t a = 0; a < m.count; ++a) {
    for (std::size_t b = 0; b < m.width; ++b) sum += static_cast<long long>(x(i, a)) * m(a, b) * x(j, b);
  }
  return sum;
}

/// W^Q W^K^T.
IntegerVectors product(const IntegerVectors& wq, const IntegerVectors& wk) {
  IntegerVectors m{wq.count, wk.count, {}};
  for (std::size_t a = 0; a < wq.count; ++a) {
    for (std::size_t b = 0; b < wk.count; ++b) {
      int sum = 0;
      for (std::size_t c = 0; c < wq.width; ++c) sum += wq(a, c) * wk(b, c);
      m.numbers.push_back(sum);
    }
  }
  return m;
}

bool is_symmetric(const IntegerVectors& m) {
  for (std::size_t a = 0; a < m.count; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (m(a, b) != m(b, a)) return false;
    }
  }
  return true;
}

bool scores_are_symmetric(const IntegerVectors& x, const IntegerVectors& m) {
  for (std::size_t i = 0; i < x.count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (form(x, i, m, j) != form(x, j, m, i)) return false;
    }
  }
  return true;
}

IntegerVectors identity(std::size_t n) {
  IntegerVectors x{n, n, std::vector<int>(n * n, 0)};
  for (std::size_t i = 0; i < n; ++i) x(i, i) = 1;
  return x;
}

/// Calls `judge` with every signed permutation of d coordinates: places and signs.
template <class Judge>
void for_each_signed_permutation(std::size_t d, Judge judge) {
  std::vector<std::size_t> places(d);
  std::iota(places.begin(), places.end(), std::size_t{0});
  do {
    for (std::size_t signs = 0; signs < (std::size_t{1} << d); ++signs) judge(places, signs);
  } while (std::next_permutation(places.begin(), places.end()));
}

}  // namespace

// (eq. nearest_own)
TEST_CASE("an output is nearest to its own vector once its weight is large enough") {
  std::size_t promised = 0, lost = 0;
  for (const Regime regime : {Regime::flat, Regime::moderate, Regime::peaked}) {
    for (const std::size_t t : {std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{17}}) {
      for (const double stretch : {1.0, 2.0, 4.0, 16.0}) {
        const Spec spec{
            .law = "docs", .regime = regime, .sizes = {.t_q = t, .t_k = t, .d_k = 5, .d_v = 5}, .seed = t, .bits = 4};
        const Tensor x = times(stretch, draw_vectors_of_one_length(spec));
        const Enclosure truth = quick_oracle(attention_problem(x, x, x));
        for (std::size_t i = 0; i < t; ++i) {
          // y_i.x_j, from exact products; at one length the nearest x_j has the largest.
          const auto with = [&](std::size_t j) {
            Measured sum;
            for (std::size_t l = 0; l < t; ++l) sum = sum + at(truth[Part::weights], i, l) * exactly(dot(x, l, j));
            return sum;
          };
          Measured others;
          long double nearest = std::numeric_limits<long double>::infinity();
          for (std::size_t j = 0; j < t; ++j) {
            if (j == i) continue;
            others = others + at(truth[Part::weights], i, j);
            nearest = std::min(nearest, std::sqrt(static_cast<long double>(2 * (dot(x, i, i) - dot(x, i, j)))));
          }
          const long double length = std::sqrt(static_cast<long double>(dot(x, i, i)));
          if (nearest == 0) continue;  // a repeated vector
          const bool enough =
              surely_less(others * exactly(2 * length), at(truth[Part::weights], i, i) * exactly(nearest));
          for (std::size_t j = 0; j < t; ++j) {
            if (enough) REQUIRE(at_most(with(j), with(i)));
            if (!enough && surely_less(with(i), with(j))) ++lost;
          }
          promised += enough ? 1 : 0;
        }
      }
    }
  }
  REQUIRE(promised > 100);
  REQUIRE(lost > 100);  // so the hypothesis is needed
}

// (eq. one_row_by_chance): the average over the signed permutations that turn the keys, for queries that are signed
// permutations of one vector, so that these turn each query into every other as often. A row that ties counts in parts.
TEST_CASE("on average over the keys' directions one row keeps its diagonal") {
  Random random(17);
  for (int round = 0; round < 60; ++round) {
    const std::size_t t = 1 + random.below(6), d = 1 + random.below(3);
    const IntegerVectors keys = drawn(random, t, d, 6);
    const IntegerVectors one = drawn(random, 1, d, 6);
    IntegerVectors queries{t, d, {}};
    for (std::size_t i = 0; i < t; ++i) {
      std::vector<int> vector = one.numbers;
      shuffle(vector, random);
      for (const int n : vector) queries.numbers.push_back(random.chance(0.5) ? n : -n);
    }
    constexpr long long whole = 60;  // divisible by every number of ties up to 6
    long long kept = 0, turns = 0;
    for_each_signed_permutation(d, [&](const std::vector<std::size_t>& places, std::size_t signs) {
      ++turns;
      for (std::size_t i = 0; i < t; ++i) {
        std::vector<int> scores;
        for (std::size_t j = 0; j < t; ++j) {
          int sum = 0;
          for (std::size_t c = 0; c < d; ++c)
            sum += queries(i, c) * keys(j, places[c]) * ((signs >> c & 1) != 0 ? -1 : 1);
          scores.push_back(sum);
        }
        const int largest = *std::max_element(scores.begin(), scores.end());
        if (scores[i] == largest) kept += whole / std::count(scores.begin(), scores.end(), largest);
      }
    });
    REQUIRE(kept == whole * turns);
  }
}

// (eq. symmetric_product)
TEST_CASE("scores are symmetric for every X if and only if W^Q W^K^T is") {
  Random random(19);
  std::size_t symmetric = 0, others = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t d_model = 1 + random.below(3), d_k = 1 + random.below(2);
    const IntegerVectors wq = drawn(random, d_model, d_k, 2);
    const IntegerVectors m = product(wq, random.chance(0.3) ? wq : drawn(random, d_model, d_k, 2));
    const IntegerVectors x = drawn(random, 4, d_model, 5);
    if (is_symmetric(m)) {
      ++symmetric;
      REQUIRE(scores_are_symmetric(x, m));
    } else {
      ++others;
      REQUIRE_FALSE(scores_are_symmetric(identity(d_model), m));
    }
  }
  REQUIRE(symmetric > 500);
  REQUIRE(others > 500);
}
