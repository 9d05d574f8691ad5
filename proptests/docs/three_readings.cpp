// docs/three-readings.md: what the map and the output depend on when X is read three times.
#include "catch.hpp"
#include "claims/draw.hpp"
#include "docs/enclosed.hpp"
#include "docs/modular_rank.hpp"
#include "generators/random.hpp"

#include "attnref/attention.hpp"

#include <cstddef>
#include <cstdint>

using namespace attnref;
using namespace attnref::claims;
using namespace attnref::docs_test;

namespace {

template <class M>
docs::ModularMatrix modular(const M& m) {
  docs::ModularMatrix result(m.rows(), std::vector<docs::Modular>(m.cols()));
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 0; j < m.cols(); ++j) result[i][j] = docs::Modular(static_cast<std::int64_t>(m(i, j)));
  }
  return result;
}

}  // namespace

// (eq. bilinear_form): integers, so that every order of summation is exact.
TEST_CASE("scores are X times one matrix times X transposed") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::size_t t = 1 + seed % 7, d_model = 1 + seed % 5, d_k = 1 + seed % 4;
    const auto x = draw_integers<Matrix<double, T<X>, DModel>>(t, d_model, seed, 9);
    const auto wq = draw_integers<Matrix<double, DModel, Dk>>(d_model, d_k, seed + 1, 9);
    const auto wk = draw_integers<Matrix<double, DModel, Dk>>(d_model, d_k, seed + 2, 9);
    const auto between = matmul_transposed(wq, wk);
    REQUIRE(scores(matmul(x, wq), matmul(x, wk), 1.0) == matmul_transposed(matmul(x, between), x));
  }
}

// (eq. score_rank): minors of order d_k + 1 of such integers are below the prime, so none is taken for 0.
TEST_CASE("scores have a rank of at most d_k, and mostly just that") {
  std::size_t full = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::size_t d_k = 1 + seed % 3;
    const auto x = draw_integers<Matrix<double, T<X>, DModel>>(6, 5, seed, 2);
    const auto wq = draw_integers<Matrix<double, DModel, Dk>>(5, d_k, seed + 1, 2);
    const auto wk = draw_integers<Matrix<double, DModel, Dk>>(5, d_k, seed + 2, 2);
    const std::size_t found = docs::rank(modular(scores(matmul(x, wq), matmul(x, wk), 1.0)));
    REQUIRE(found <= d_k);
    full += found == d_k;
  }
  REQUIRE(full > 40);
}

// (eq. readable_product): a zero row of X makes every entry of W^Q W^K^T readable from the map.
TEST_CASE("the map of u, v and 0 tells u W^Q W^K^T v^T") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::size_t d_model = 1 + seed % 5, d_k = 1 + seed % 4;
    const auto draw = [&](std::size_t rows, std::size_t columns, std::uint64_t name) {
      Random random(seed, name);
      Tensor m(Dtype::f64, rows, columns);
      for (double& value : m.values) value = random.integer(2);
      return m;
    };
    Tensor x = draw(3, d_model, 1);
    for (std::size_t c = 0; c < d_model; ++c) x(2, c) = 0;
    const Tensor wq = draw(d_model, d_k, 2), wk = draw(d_model, d_k, 3);
    const Enclosure truth = quick_oracle(self_attention_problem(x, wq, wk, draw(d_model, 2, 4)));
    double form = 0;
    for (std::size_t a = 0; a < d_model; ++a) {
      for (std::size_t b = 0; b < d_model; ++b) {
        for (std::size_t c = 0; c < d_k; ++c) form += x(0, a) * wq(a, c) * wk(b, c) * x(1, b);
      }
    }
    const Measured read = root(d_k) * (log(at(truth[Part::weights], 0, 1)) - log(at(truth[Part::weights], 0, 2)));
    REQUIRE(same(read, exactly(form), 1));
  }
}

// (eq. map_without_values): mixing what X holds and then reading it is reading it and then mixing. Any mixing: here
// integers.
TEST_CASE("W^V may come before the weights or after them") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::size_t t = 1 + seed % 7, d_model = 1 + seed % 5, d_v = 1 + seed % 4;
    const auto a = draw_integers<Matrix<double, T<X>, T<X>>>(t, t, seed, 9);
    const auto x = draw_integers<Matrix<double, T<X>, DModel>>(t, d_model, seed + 1, 9);
    const auto wv = draw_integers<Matrix<double, DModel, Dv>>(d_model, d_v, seed + 2, 9);
    REQUIRE(matmul(a, matmul(x, wv)) == matmul(matmul(a, x), wv));
  }
}

// (eq. map_without_values)
TEST_CASE("the map is the same to the last bit whatever W^V is") {
  const auto x = draw<Matrix<double, T<X>, DModel>>(9, 8, 1);
  const auto wq = draw<Matrix<double, DModel, Dk>>(8, 4, 2), wk = draw<Matrix<double, DModel, Dk>>(8, 4, 3);
  const auto once = self_attention(x, projections(wq, wk, draw<Matrix<double, DModel, Dv>>(8, 5, 4)));
  const auto again = self_attention(x, projections(wq, wk, draw<Matrix<double, DModel, Dv>>(8, 3, 5, 64.0)));
  REQUIRE(once.weights == again.weights);
}
