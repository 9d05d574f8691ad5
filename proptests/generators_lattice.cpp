// Lattices: numbers of few bits times one power of two, so that sums are exact in every order, and what certifies it.
#include "catch.hpp"
#include "drawn_specs.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace attnref;
using namespace attnref::test;

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
      const Tensor& q = problem.at(Part::q);
      const Tensor& k = problem.at(Part::k);
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
    problem.how.scale = 0.3;
    CHECK_FALSE(scores_are_exact(problem));
  }
}
