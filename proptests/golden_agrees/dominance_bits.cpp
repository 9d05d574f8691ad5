// Theorem 3 (a) of docs/golden-values.md: how many bits a mean at a midpoint takes does not depend on the gap of
// scores. (eq. bits_needed)
#include "attnref/golden.hpp"
#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace attnref;

namespace {

/// One query 1 of width 1, so that scores are the keys.
Problem scored(const std::vector<double>& scores, const std::vector<double>& values) {
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, scores.size(), 1), v(Dtype::f64, scores.size(), 1);
  q(0, 0) = 1;
  k.values = scores;
  v.values = values;
  Problem problem = attention_problem(q, k, v);
  problem.wanted = {Part::output};
  return problem;
}

/// The first of 128, 256, ... that is at least so many.
long tried(double bits) {
  long precision = Settlement::first_bits;
  while (static_cast<double>(precision) < bits) precision *= 2;
  return precision;
}

}  // namespace

TEST_CASE("golden.dominance_takes_the_bits_it_should") {
  // Of three keys the first has a midpoint of f32 for its value; the second differs from it by 2^-fine, the third by
  // 2^coarse, far enough below for the second to decide.
  const double c = 1 + 0x1p-24, half_unit = 0x1p-24;
  for (const double gap : {800.0, 1e5, 0x1p1000}) {
    for (const int fine : {20, 40, 52}) {
      for (const int coarse : {0, 60, 300, 900}) {
        const double second = c + std::ldexp(1.0, -fine), third = std::ldexp(1.0, coarse);
        const double further = std::max(2 * gap, gap + coarse + fine + 10);
        const Problem problem = scored({0, -gap, -further}, {c, second, third});
        const GoldenAnswer answer = golden(problem, {.formats = {Dtype::f32}}).at(Dtype::f32);
        const GoldenOutput& output = answer.at(Part::output);
        INFO("gap " << gap << ", fine " << fine << ", coarse " << coarse);
        const double largest = std::max(second, third);
        const double other = std::fabs(third - c), own = second - c;
        const double bits = std::max(7 + std::log2(3 * largest / half_unit), 5 + std::log2((own + other) / own));
        CHECK(output.settled[0].how() == Settled::dominance);
        CHECK(output.settled[0].bits() <= tried(bits));
        CHECK(output.tensor.values[0] == 1 + 0x1p-23);
      }
    }
  }
}
