// The inputs of cases: pure functions of a Spec, of its shapes and its dtype, whose smaller and sparser forms agree
// with the larger ones. What a regime promises is generators_regimes.cpp's, and lattices are generators_lattice.cpp's.
#include "catch.hpp"
#include "drawn_specs.hpp"
#include "generators/draw.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace attnref;
using namespace attnref::test;

namespace {}  // namespace

TEST_CASE("draw: the same Spec draws the same bits, another seed others") {
  for (const Regime regime : regimes) {
    for (const bool projected : {false, true}) {
      const Spec spec = spec_with(Dtype::f64, regime, projected, 0, 9, 5, 1);
      Spec other = spec;
      other.seed = 2;
      INFO(to_string(spec));
      CHECK(draw_problem(spec) == draw_problem(spec));
      CHECK_FALSE(draw_problem(spec).tensors == draw_problem(other).tensors);
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
        for (const auto& [part, tensor] : problem.tensors) {
          CHECK(tensor.shape == shape_of(part, spec.sizes));
          CHECK(std::all_of(tensor.values.begin(), tensor.values.end(),
                            [&](double x) { return std::isfinite(x) && round_to(spec.dtype, x) == x; }));
        }
      });
    }
  }
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
    for (const auto& [part, tensor] : corner.tensors) {
      INFO(name_of(part));
      for (std::size_t i = 0; i < tensor.rows(); ++i) {
        for (std::size_t j = 0; j < tensor.columns(); ++j) CHECK(tensor(i, j) == whole.at(part)(i, j));
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
