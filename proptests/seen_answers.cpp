// What a counterexample keeps of what was seen: of the case's answers the one that is furthest beyond its bounds,
// number by number beside the truth.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <string>

using namespace attnref;

namespace {

/// The reference with one number of an output spoiled, in answers to problems that `when` picks.
struct Spoiled {
  std::function<bool(const Problem&)> when;
  std::function<void(Answer&)> spoil;
  bool gives_weights = true;
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    if (!gives_weights) capabilities.features.erase("weights");
    return capabilities;
  }
  Reply attend(const Problem& problem) const {
    Reply reply = inner.attend(problem);
    if (when(problem)) spoil(std::get<Answer>(reply));
    return reply;
  }
};

const auto always = [](const Problem&) { return true; };

Counterexample found(Spoiled backend, const std::string& law) {
  CheckOptions options;
  options.laws = {law};
  options.dtypes = {Dtype::f64};
  options.cases = 40;
  options.max_length = 9;
  const Report report = check(AnyBackend(std::move(backend)), options);
  REQUIRE(report.laws.front().counterexample);
  return *report.laws.front().counterexample;
}

const SeenOutput& output_named(const SeenAnswer& seen, const std::string& name) {
  for (const SeenOutput& output : seen.outputs) {
    if (output.name == name) return output;
  }
  FAIL("no " << name);
  throw 0;
}

}  // namespace

TEST_CASE("the answer is kept beside the truth, and the spoiled number alone is beyond its bound") {
  const Counterexample example =
      found({always, [](Answer& a) { a.tensors.at("weights").values[0] += 0.5; }}, "agrees_with_the_definition");
  REQUIRE(example.seen);
  CHECK(example.seen->to_case);
  CHECK(example.seen->call == 1);
  const SeenOutput& weights = output_named(*example.seen, "weights");
  REQUIRE(weights.ratio(0));
  CHECK(*weights.ratio(0) > 1e6);
  CHECK(std::fabs(weights.observed.values[0] - weights.expected[0] - 0.5) < 1e-9);
  for (std::size_t n = 1; n < weights.observed.values.size(); ++n) CHECK(weights.ratio(n).value_or(0) <= 1);
  const SeenOutput& output = output_named(*example.seen, "output");
  for (std::size_t n = 0; n < output.observed.values.size(); ++n) CHECK(output.ratio(n).value_or(0) <= 1);
}

TEST_CASE("of two answers that disagree the wrong one is kept") {
  // Only the law's second problem, in which keys are permuted or changed, is answered wrongly.
  const auto not_drawn = [](const Problem& problem) { return problem.sizes.t_k % 2 == 0; };
  const Counterexample example = found({not_drawn,
                                        [](Answer& a) {
                                          for (double& w : a.tensors.at("weights").values) w = 0.75;
                                        }},
                                       "duplicated_keys_share_their_weight");
  REQUIRE(example.seen);
  CHECK(example.seen->calls >= 2);
  const SeenOutput& weights = output_named(*example.seen, "weights");
  CHECK(weights.observed.columns() % 2 == 0);
  CHECK(weights.observed.values[0] == 0.75);
}

TEST_CASE("weights that are read through the values are kept, with the bounds they were read with") {
  const Counterexample example = found({always,
                                        [](Answer& a) {
                                          for (double& y : a.tensors.at("output").values) y *= 1.0009765625;
                                        },
                                        false},
                                       "rows_sum_to_one");
  REQUIRE(example.seen);
  const SeenOutput& weights = output_named(*example.seen, "weights");
  CHECK(weights.observed.columns() == example.problem.sizes.t_k);
  CHECK(weights.bound.size() == weights.observed.values.size());
}

TEST_CASE("a case that ends without an answer keeps none") {
  const Counterexample example = found({always, [](Answer& a) { a.tensors.clear(); }}, "rows_sum_to_one");
  CHECK(!example.seen);
  CHECK(!example.weights);
}

TEST_CASE("error / bound: none without a bound, infinite for a NaN, 0 where equal") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  Tensor observed(Dtype::f64, 1, 6);
  observed.values = {1, 1.5, nan, nan, infinity, 2};
  const SeenOutput output{"output", observed, {1, 1, 1, nan, infinity, 1}, {0, 0.25, 1, infinity, 0.5, 0}};
  CHECK(output.ratio(0) == 0.0);
  CHECK(output.ratio(1) == 2.0);
  CHECK(output.ratio(2) == infinity);
  CHECK(!output.ratio(3));
  CHECK(output.ratio(4) == 0.0);
  CHECK(output.ratio(5) == infinity);
  CHECK(!output.ratio(6));
}
