// An answer beside the correctly rounded one: what is right has no error, what is a little off is found and placed.
#include "attnref/error_bound.hpp"
#include "attnref/golden.hpp"
#include "attnref/reference.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "generators/draw.hpp"

#include <array>
#include <cmath>
#include <limits>

using namespace attnref;
using namespace attnref::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array regimes{Regime::flat,    Regime::moderate,  Regime::peaked, Regime::tied,
                             Regime::shifted, Regime::underflow, Regime::special};

void ask_for_all(Problem& problem) {
  for (const std::string_view name : comparable_outputs()) problem.outputs.insert(std::string(name));
}

Problem drawn(Dtype dtype, Regime regime, bool projected, std::uint64_t seed = 1) {
  Problem problem = draw_problem({.law = "",
                                  .dtype = dtype,
                                  .regime = regime,
                                  .sizes = {.t_q = 7, .t_k = projected ? 7U : 11U, .d_model = 6, .d_k = 5, .d_v = 3},
                                  .projected = projected,
                                  .seed = seed});
  ask_for_all(problem);
  return problem;
}

Answer golden_numbers(const Problem& problem, Dtype dtype) {
  Answer answer;
  const auto answers = golden(problem, {.formats = {dtype}, .progress = {}});
  for (const auto& [name, output] : answers.at(dtype)) answer.tensors.emplace(name, output.tensor);
  return answer;
}

Answer reference_numbers(const Problem& problem) { return std::get<Answer>(reference().attend(problem)); }

const OutputComparison& output_of(const AnswerComparison& comparison, std::string_view name) {
  for (const OutputComparison& output : comparison.outputs) {
    if (output.name == name) return output;
  }
  throw std::out_of_range(std::string(name));
}

/// q, k, v of one coordinate in f64; weights come from scores q k.
Problem small(std::vector<double> q, std::vector<double> k, std::vector<double> v) {
  const auto column = [](std::vector<double> values) {
    Tensor tensor(Dtype::f64, values.size(), 1);
    tensor.values = std::move(values);
    return tensor;
  };
  Problem problem = attention_problem(column(std::move(q)), column(std::move(k)), column(std::move(v)));
  ask_for_all(problem);
  return problem;
}

}  // namespace

TEST_CASE("the correctly rounded answer is 0 ulp off in every format and regime") {
  for (const Regime regime : regimes) {
    for (const Format& format : formats) {
      const bool projected = format.dtype == Dtype::f32 || format.dtype == Dtype::bf16;
      const Problem problem = drawn(format.dtype, regime, projected);
      const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, format.dtype));
      INFO(name_of(regime) << ' ' << format.name);
      CHECK(comparison.dtype == format.dtype);
      CHECK(comparison.outputs.size() == comparable_outputs().size());
      CHECK(comparison.verdict() == ComparisonVerdict::holds);
      for (const OutputComparison& output : comparison.outputs) {
        INFO(output.name);
        CHECK(output.correctly_rounded == 1);
        // Half an ulp, or a whole one where rounding goes up into the next binade.
        CHECK(output.max_ulp <= 1);
        CHECK(output.mean_ulp <= 0.5);
        CHECK(output.max_ratio <= 1);
        CHECK(output.undecided == 0);
      }
    }
  }
}

TEST_CASE("the reference's answers lie within their bounds in f64 and f32, in every regime") {
  for (const Regime regime : regimes) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      for (const bool projected : {false, true}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Problem problem = drawn(dtype, regime, projected, seed);
          const AnswerComparison comparison = compare_with_golden(problem, reference_numbers(problem));
          INFO(name_of(regime) << ' ' << name_of(dtype) << (projected ? " projected, seed " : " given, seed ") << seed);
          CHECK(comparison.verdict() == ComparisonVerdict::holds);
          for (const OutputComparison& output : comparison.outputs) {
            INFO(output.name);
            CHECK(output.max_ratio <= 1);
          }
          // Few errors of f32 may be as small as those of f64, rounded once.
          REQUIRE(comparison.explained_by);
          CHECK((comparison.explained_by == "f64" || comparison.explained_by == std::string(name_of(dtype))));
        }
      }
    }
  }
}

TEST_CASE("computed in f32 and rounded once, the reference's answers lie within the bounds of narrow formats") {
  for (const Regime regime : regimes) {
    for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
      const Problem problem = drawn(dtype, regime, true);
      Problem wide = problem;
      wide.dtype = Dtype::f32;
      for (auto& [name, tensor] : wide.tensors) tensor.dtype = Dtype::f32;
      Answer answer = reference_numbers(wide);
      for (auto& [name, tensor] : answer.tensors) {
        tensor.dtype = dtype;
        for (double& value : tensor.values) value = round_to(dtype, value);
      }
      const AnswerComparison comparison = compare_with_golden(problem, answer);
      INFO(name_of(regime) << ' ' << name_of(dtype));
      CHECK(comparison.verdict() == ComparisonVerdict::holds);
    }
  }
}

TEST_CASE("the reference's answers to longer problems lie within their bounds") {
  for (const Regime regime : regimes) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      Problem problem = draw_problem({.law = "",
                                      .dtype = dtype,
                                      .regime = regime,
                                      .sizes = {.t_q = 65, .t_k = 65, .d_model = 48, .d_k = 33, .d_v = 17},
                                      .projected = true,
                                      .seed = 9});
      ask_for_all(problem);
      INFO(name_of(regime) << ' ' << name_of(dtype));
      CHECK(compare_with_golden(problem, reference_numbers(problem)).verdict() == ComparisonVerdict::holds);
    }
  }
}

TEST_CASE("numbers of one dtype may answer a problem of another") {
  const Problem problem = drawn(Dtype::f64, Regime::moderate, true);
  const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, Dtype::bf16));
  CHECK(comparison.dtype == Dtype::bf16);
  CHECK(comparison.profile == "bf16");
  CHECK(output_of(comparison, "weights").correctly_rounded == 1);
  CHECK(comparison.explained_by == "f64");
}

TEST_CASE("a profile is held to the format of the answer, which may be narrower than its own") {
  const Problem problem = drawn(Dtype::f64, Regime::moderate, true);
  const CompareOptions in_f64{.profile = profile_named("f64"), .progress = {}};
  const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, Dtype::f16), in_f64);
  CHECK(comparison.profile == "f64");
  CHECK(comparison.verdict() == ComparisonVerdict::holds);
}

TEST_CASE("a value two bounds off is found, and where it is") {
  const Problem problem = drawn(Dtype::f64, Regime::moderate, false);
  const Bounds bounds = error_bound(problem, golden_enclosure(problem), plain_profile(Dtype::f64));
  const auto spoilt = [&](double times) {
    Answer answer = golden_numbers(problem, Dtype::f64);
    answer.tensors.at("weights")(4, 8) += times * static_cast<double>(bounds.weights.limit[bounds.weights.at(4, 8)]);
    return answer;
  };
  const AnswerComparison beyond = compare_with_golden(problem, spoilt(2));
  CHECK(beyond.verdict() == ComparisonVerdict::violated);
  const OutputComparison& weights = output_of(beyond, "weights");
  CHECK(weights.row == 4);
  CHECK(weights.column == 8);
  CHECK(weights.max_ratio > 1.5);
  CHECK(weights.max_ratio < 2.5);
  CHECK(weights.ratios[4 * 11 + 8] == static_cast<float>(weights.max_ratio));
  CHECK(weights.observed == spoilt(2).at("weights")(4, 8));
  CHECK(weights.expected == golden_numbers(problem, Dtype::f64).at("weights")(4, 8));
  CHECK(weights.correctly_rounded == Approx(76.0 / 77));
  // What computes in f32 may err so much.
  CHECK(beyond.explained_by == "f32");
  const AnswerComparison in_f32 =
      compare_with_golden(problem, spoilt(2), {.profile = profile_named("f32"), .progress = {}});
  CHECK(in_f32.verdict() == ComparisonVerdict::holds);
  CHECK(in_f32.profile == "f32");
  CHECK(compare_with_golden(problem, spoilt(0.4)).verdict() == ComparisonVerdict::holds);
}

TEST_CASE("kappa and ulps of an error that is known") {
  // Equal scores: weights of a half, and (3 - 1) / 2 = 1; kappa's denominator is (3 + 1) / 2 = 2.
  const Problem problem = small({1}, {1, 1}, {3, -1});
  Answer answer = golden_numbers(problem, Dtype::f64);
  answer.tensors.at("output").values[0] = 1 + 0x1p-50;
  answer.tensors.at("weights").values[1] = 0.5 + 0x1p-51;
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  const OutputComparison& output = output_of(comparison, "output");
  // Errors are what lies beyond the radius of the enclosure, some 2^-64 of them.
  CHECK(output.max_ulp == Approx(4).epsilon(0x1p-40));
  REQUIRE(output.max_kappa);
  CHECK(*output.max_kappa == Approx(4).epsilon(0x1p-40));
  const OutputComparison& weights = output_of(comparison, "weights");
  CHECK(weights.max_ulp == Approx(4).epsilon(0x1p-40));
  CHECK(weights.mean_ulp == Approx(2).epsilon(0x1p-40));
  CHECK(weights.correctly_rounded == 0.5);
  CHECK(!weights.max_kappa);
}

TEST_CASE("kappa says nothing where all values are 0") {
  const Problem problem = small({1}, {1, 2}, {0, 0});
  CHECK(!output_of(compare_with_golden(problem, golden_numbers(problem, Dtype::f64)), "output").max_kappa);
}

TEST_CASE("a NaN or an infinity is beyond every bound, and explained by nothing") {
  const Problem problem = drawn(Dtype::f32, Regime::moderate, false);
  for (const double wrong : {not_a_number, infinity, -infinity}) {
    Answer answer = golden_numbers(problem, Dtype::f32);
    answer.tensors.at("output")(2, 1) = wrong;
    const AnswerComparison comparison = compare_with_golden(problem, answer);
    const OutputComparison& output = output_of(comparison, "output");
    INFO(wrong);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    CHECK(output.max_ratio == infinity);
    CHECK(output.max_ulp == infinity);
    CHECK(output.row == 2);
    CHECK(output.column == 1);
    CHECK(!comparison.explained_by);
  }
}

TEST_CASE("where NaN is due a number is wrong, and NaN is right") {
  const Problem problem = small({1, not_a_number}, {1, 2}, {3, 4});
  const Answer right = golden_numbers(problem, Dtype::f64);
  REQUIRE(std::isnan(right.at("output").values[1]));
  CHECK(compare_with_golden(problem, right).verdict() == ComparisonVerdict::holds);
  Answer wrong = right;
  wrong.tensors.at("output").values[1] = 3.5;
  const AnswerComparison comparison = compare_with_golden(problem, wrong);
  CHECK(comparison.verdict() == ComparisonVerdict::violated);
  CHECK(output_of(comparison, "output").max_ratio == infinity);
  CHECK(output_of(comparison, "output").row == 1);
}

TEST_CASE("where infinity is due neither the other one nor a number is right") {
  const Problem problem = small({1}, {1, 2}, {3, infinity});
  const Answer right = golden_numbers(problem, Dtype::f64);
  REQUIRE(right.at("output").values[0] == infinity);
  for (const double wrong : {-infinity, 4.0, not_a_number}) {
    INFO(wrong);
    Answer answer = right;
    answer.tensors.at("output").values[0] = wrong;
    const AnswerComparison comparison = compare_with_golden(problem, answer);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    CHECK(output_of(comparison, "output").max_ulp == infinity);
  }
}

TEST_CASE("a weight that vanishes may make a NaN of an infinite value") {
  // The second weight is e^-2000: positive, but 0 in every format.
  const Problem problem = small({1}, {0, -2000}, {3, infinity});
  Answer answer = golden_numbers(problem, Dtype::f64);
  REQUIRE(answer.at("output").values[0] == infinity);
  answer.tensors.at("output").values[0] = not_a_number;
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::holds);
  answer.tensors.at("output").values[0] = 3;
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::violated);
}

TEST_CASE("no positions: nothing is wrong") {
  const Problem problem = small({}, {1, 2}, {3, 4});
  const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, Dtype::f64));
  CHECK(comparison.verdict() == ComparisonVerdict::holds);
  CHECK(output_of(comparison, "output").correctly_rounded == 1);
  CHECK(output_of(comparison, "output").ratios.empty());
}

TEST_CASE("bounds that say nothing give no verdict, unless every number is right") {
  // Half of all of a row's weight may be lost to keys in bf16: scores of about 1000 are known to a few units only.
  const Problem problem = small({1}, {1000, 1001}, {3, 4});
  const auto profile = profile_named("bf16_all");
  const CompareOptions options{.profile = profile, .progress = {}};
  Answer answer;
  answer.tensors.emplace("weights", golden_numbers(problem, Dtype::f64).at("weights"));
  CHECK(compare_with_golden(problem, answer, options).verdict() == ComparisonVerdict::holds);
  answer.tensors.at("weights").values[0] += 0x1p-40;
  const AnswerComparison comparison = compare_with_golden(problem, answer, options);
  CHECK(output_of(comparison, "weights").judged == 0);
  CHECK(comparison.verdict() == ComparisonVerdict::not_run);
}

TEST_CASE("a bound that says nothing explains nothing") {
  const Problem problem = small({1}, {1000, 1001}, {3, 4});
  Answer answer;
  answer.tensors.emplace("weights", golden_numbers(problem, Dtype::f64).at("weights"));
  answer.tensors.at("weights").values = {0.9, 0.1};
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  CHECK(comparison.verdict() == ComparisonVerdict::violated);
  CHECK(!comparison.explained_by);
}

TEST_CASE("answers of another shape, of two dtypes, of unknown outputs or none are refused") {
  const Problem problem = drawn(Dtype::f64, Regime::moderate, false);
  const Answer right = golden_numbers(problem, Dtype::f64);
  const auto refused = [&](const Answer& answer, const std::string& said) {
    CHECK_THROWS_WITH(compare_with_golden(problem, answer), said);
  };
  Answer answer = right;
  answer.tensors.at("output") = Tensor(Dtype::f64, 3, 7);
  refused(answer, "answer: output: expected shape (7 x 3), found (3 x 7)");
  answer = right;
  answer.tensors.at("weights").dtype = Dtype::f32;
  refused(answer, "answer: weights: expected dtype f64 as the other outputs have, found f32");
  answer = right;
  answer.tensors.emplace("attention", right.at("weights"));
  refused(answer,
          "answer: expected outputs among output, weights, lse, scores, queries, keys, values, found 'attention'");
  refused({}, "answer: expected an output, found none");
}
