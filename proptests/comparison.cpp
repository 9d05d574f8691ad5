// Comparisons: what passes, what is violated, and what says nothing. (eq. verdict)
#include "attnref/law.hpp"
#include "catch.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace attnref;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
using Outcome = Judgement::Outcome;

Outcome within(long double observed, long double expected, long double bound, long double trivial) {
  Comparison comparison;
  comparison.within("x", 0, 0, observed, expected, bound, trivial);
  return comparison.judgement().outcome;
}

}  // namespace

TEST_CASE("a difference within the bound passes, beyond it violates") {
  CHECK(within(1.5, 1, 0.5, 2) == Outcome::passed);
  CHECK(within(1.5000001, 1, 0.5, 2) == Outcome::violated);
  CHECK(within(1, 1, 0, 1) == Outcome::passed);
  CHECK(within(1.0000001, 1, 0, 1) == Outcome::violated);
}

TEST_CASE("a NaN never passes") {
  CHECK(within(not_a_number, 1, 0.1, 1) == Outcome::violated);
  CHECK(within(infinity, 1, 0.1, 1) == Outcome::violated);
  CHECK(within(1, not_a_number, 0.1, 1) == Outcome::violated);
  CHECK(within(1, 1, not_a_number, 1) == Outcome::inconclusive);
  Comparison comparison;
  comparison.at_least("x", 0, 0, {not_a_number, 0.1L}, {0, 0}, 1);
  CHECK(comparison.judgement().outcome == Outcome::violated);
}

namespace {

/// A number of the output of an answer at row 0.
Measured of_answer(unsigned call, long double value, long double bound, long double truth) {
  return {value, bound, truth, {.answers = 1U << (call - 1), .output = Part::output}};
}

Difference found(Measured a, Measured b) {
  Comparison comparison;
  comparison.agree("x", 2, 3, a, b, 1);
  REQUIRE(comparison.judgement().outcome == Outcome::violated);
  return *comparison.judgement().worst;
}

}  // namespace

TEST_CASE("of two answers that must agree the wrong one is observed, and its true value is expected") {
  const Measured right = of_answer(1, 0.25L, 0.01L, 0.25L), wrong = of_answer(2, 0.5L, 0.01L, 0.25L);
  for (const Difference& seen : {found(right, wrong), found(wrong, right)}) {
    CHECK(seen.what == "output");
    CHECK(seen.row == 0);
    CHECK(seen.observed == 0.5);
    CHECK(seen.expected == 0.25);
    CHECK(seen.to_truth);
    CHECK(seen.ratio > 20);
    CHECK(seen.side->answers == std::vector<std::size_t>{2});
    CHECK(seen.other->answers == std::vector<std::size_t>{1});
    CHECK(seen.other->value == 0.25);
  }
}

TEST_CASE("two NaN where a number is true are a violation that expects the number") {
  const Difference seen = found(of_answer(1, not_a_number, 0.01L, 0.25L), of_answer(2, not_a_number, 0.01L, 0.25L));
  CHECK(std::isnan(seen.observed));
  CHECK(seen.expected == 0.25);
  CHECK(seen.to_truth);
  CHECK(std::isnan(seen.other->value));
}

TEST_CASE("of numbers that a law makes of several answers the answers are known, and the true value") {
  const Measured product = of_answer(1, 0.5L, 0.01L, 0.5L) * of_answer(3, 0.5L, 0.01L, 0.25L);
  const Difference seen = found(product, of_answer(2, 0.125L, 0.001L, 0.125L));
  CHECK(seen.what == "x");
  CHECK(seen.row == 2);
  CHECK(seen.observed == 0.25);
  CHECK(seen.expected == 0.125);
  CHECK(seen.side->answers == std::vector<std::size_t>{1, 3});
  CHECK(!seen.side->output);
}

TEST_CASE("where no truth is known what is expected is the other answer's number") {
  const Difference seen = found(of_answer(1, 1, 0.01L, not_a_number), of_answer(2, 0.5L, 0.01L, not_a_number));
  CHECK(seen.observed == 1);
  CHECK(seen.expected == 0.5);
  CHECK(!seen.to_truth);
  CHECK(!seen.other->truth);
}

TEST_CASE("a bound of half the trivial one says nothing") {
  CHECK(within(1, 1, 0.5, 1) == Outcome::inconclusive);
  CHECK(within(1, 1, 0.499, 1) == Outcome::passed);
  CHECK(within(1, 1, infinity, 1) == Outcome::inconclusive);
  // But what exceeds a finite bound is wrong however large the bound.
  CHECK(within(9, 1, 0.5, 1) == Outcome::violated);
}

TEST_CASE("agreement adds both bounds, and an inconclusive one does not") {
  Comparison comparison;
  comparison.agree("x", 0, 0, Measured{1, 0.125L}, Measured{1.25L, 0.125L});
  CHECK(comparison.judgement().outcome == Outcome::passed);
  CHECK(comparison.judgement().worst_ratio == 1);
  comparison.agree("x", 1, 0, Measured{1, 0.125L}, Measured{1.5L, 0.125L});
  CHECK(comparison.judgement().outcome == Outcome::violated);
  CHECK(comparison.judgement().worst->row == 1);
  CHECK(comparison.judged() == 2);
}

TEST_CASE("exact comparisons have no tolerance") {
  Comparison comparison;
  comparison.equal("x", 0, 0, 0.0, -0.0);
  comparison.equal("x", 0, 1, not_a_number, not_a_number);
  CHECK(comparison.judgement().outcome == Outcome::passed);
  comparison.equal("x", 0, 2, 1, 1 + 0x1p-52);
  CHECK(comparison.judgement().outcome == Outcome::violated);
  CHECK(comparison.judgement().worst_ratio == infinity);
}

TEST_CASE("bits tell zeros apart") {
  Tensor plus(Dtype::f64, 1, 1), minus(Dtype::f64, 1, 1);
  minus(0, 0) = -0.0;
  Comparison comparison;
  comparison.same_bits("x", plus, plus);
  CHECK(comparison.judgement().outcome == Outcome::passed);
  comparison.same_bits("x", plus, minus);
  CHECK(comparison.judgement().outcome == Outcome::violated);
}

TEST_CASE("nothing compared is nothing judged, and a violation stays") {
  Comparison comparison;
  CHECK(comparison.judgement().outcome == Outcome::inconclusive);
  comparison.require(false, "no");
  comparison.require(true, "");
  comparison.within("x", 0, 0, 1, 1, 0.1L, 1);
  CHECK(comparison.judgement().outcome == Outcome::violated);
  CHECK(comparison.judgement().reason == "no");
}

TEST_CASE("the resolving power is that of the weakest comparison") {
  Comparison comparison;
  comparison.within("x", 0, 0, 1, 1, 0.125L, 1);
  comparison.within("x", 0, 1, 1, 1, 0.0625L, 1);
  CHECK(comparison.judgement().power == 4);
}
