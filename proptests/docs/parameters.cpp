// docs/parameters.md: how many numbers a layer learns, how many of them can be told, and what a perceptron would need.
#include "catch.hpp"
#include "claims/draw.hpp"
#include "docs/modular_rank.hpp"
#include "docs/sentence_jacobian.hpp"
#include "lesson/plain_matrix.hpp"

#include "attnref/projections.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

using namespace attnref;
using namespace attnref::claims;
using attnref::docs::Modular;
using attnref::docs::modulus;
using attnref::docs::rank;
using attnref::docs::sentence_jacobian;
using attnref::lesson::PlainMatrix;

namespace {

struct Hidden : axis<Hidden> {};
struct Inputs : axis<Inputs> {};
struct Outputs : axis<Outputs> {};

PlainMatrix integers(std::size_t rows, std::size_t columns, std::uint64_t seed, std::int64_t most = 9) {
  PlainMatrix m(rows, columns);
  for (double& x : m.values) {
    x = static_cast<double>(static_cast<std::int64_t>(next_bits(seed) % static_cast<std::uint64_t>(2 * most + 1)) -
                            most);
  }
  return m;
}

/// 0, e_1, e_2, ...: a sentence of d_model + 1 positions that shows every entry of W^Q W^K^T and of W^V.
PlainMatrix unit_vectors(std::size_t d_model) {
  PlainMatrix x(d_model + 1, d_model);
  for (std::size_t i = 0; i < d_model; ++i) x(i + 1, i) = 1;
  return x;
}

}  // namespace

// (eq. perceptron_count)
TEST_CASE("a perceptron on the whole sequence holds as many numbers as its two matrices") {
  for (const std::size_t t : {std::size_t{1}, std::size_t{6}, std::size_t{9}}) {
    const Matrix<double, Hidden, Inputs> in(7, t * 8);
    const Matrix<double, Outputs, Hidden> out(t * 5, 7);
    REQUIRE(perceptron_parameter_count(t, 8, 7, 5) == in.size() + out.size());
  }
}

TEST_CASE("arithmetic modulo the prime is that of the integers") {
  REQUIRE(Modular(-3) + Modular(3) == Modular(0));
  REQUIRE(Modular(-3) * Modular(-5) == Modular(15));
  REQUIRE(Modular(static_cast<std::int64_t>(modulus)) == Modular(0));
  REQUIRE((Modular(static_cast<std::int64_t>(modulus) - 1) * Modular(static_cast<std::int64_t>(modulus) - 1)) ==
          Modular(1));
  REQUIRE(Modular(12345).inverse() * Modular(12345) == Modular(1));
  REQUIRE(Modular::of(-0.375) * Modular(8) == Modular(-3));
  REQUIRE(Modular::of(0x1p70) == Modular(512));
  REQUIRE(rank({{1, 2, 3}, {2, 4, 6}, {0, 1, 1}}) == 2);
  REQUIRE(rank({{0, 0}, {0, 5}}) == 1);
}

// (eq. gauge_tangent): along W^Q H and -W^K H^T the product does not change, whatever H is.
TEST_CASE("the derivative of the product vanishes along every gauge") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto wq = draw_integers<Matrix<double, DModel, Dk>>(7, 3, seed, 9);
    const auto wk = draw_integers<Matrix<double, DModel, Dk>>(7, 3, seed + 100, 9);
    const auto h = draw_integers<Matrix<double, Dk, Dk>>(3, 3, seed + 200, 9);
    const auto along_wq = matmul(wq, h), along_wk = matmul_transposed(wk, h, -1.0);
    const auto first = matmul_transposed(along_wq, wk), second = matmul_transposed(wq, along_wk);
    for (std::size_t i = 0; i < 7; ++i) {
      for (std::size_t j = 0; j < 7; ++j) REQUIRE(first(i, j) + second(i, j) == 0);
    }
  }
}

// (eq. identifiable_count): as many as the count less d_k^2, and not one fewer.
TEST_CASE("all parameters but d_k^2 can be told") {
  for (const std::size_t d_model : {std::size_t{1}, std::size_t{3}, std::size_t{8}}) {
    for (std::size_t d_k = 1; d_k <= d_model; ++d_k) {
      for (const std::size_t d_v : {std::size_t{1}, std::size_t{5}}) {
        const auto jacobian = sentence_jacobian(unit_vectors(d_model), integers(d_model, d_k, 1),
                                                integers(d_model, d_k, 2), integers(d_model, d_v, 3));
        REQUIRE(rank(jacobian) == d_model * (2 * d_k + d_v) - d_k * d_k);
      }
    }
  }
}

// (eq. sentence_count)
TEST_CASE("a sentence of T positions can tell so many of them, and d_model + 1 positions all") {
  constexpr std::size_t d_model = 8, d_v = 5;
  for (std::size_t t = 1; t <= d_model + 3; ++t) {
    for (std::size_t d_k = 1; d_k <= d_model; ++d_k) {
      const auto jacobian = sentence_jacobian(integers(t, d_model, t), integers(d_model, d_k, 1),
                                              integers(d_model, d_k, 2), integers(d_model, d_v, 3));
      const std::size_t rows = std::min(t, d_model), columns = std::min(t - 1, d_model);
      const std::size_t inner = std::min({d_k, rows, columns});
      REQUIRE(rank(jacobian) == inner * (rows + columns - inner) + rows * d_v);
    }
  }
}
