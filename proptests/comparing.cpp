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
#include <numeric>
#include <optional>

using namespace attnref;
using namespace attnref::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array regimes{Regime::flat,    Regime::moderate,  Regime::peaked, Regime::tied,
                             Regime::shifted, Regime::underflow, Regime::special};

void ask_for_all(Problem& problem) { problem.wanted.insert(computed_outputs); }

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
  for (const auto& [part, output] : answers.at(dtype)) answer.tensors.add(part, output.tensor);
  return answer;
}

Answer reference_numbers(const Problem& problem) { return std::get<Answer>(reference().attend(problem)); }

const OutputComparison& output_of(const AnswerComparison& comparison, Part part) {
  for (const OutputComparison& output : comparison.outputs) {
    if (output.part == part) return output;
  }
  throw std::out_of_range(std::string(name_of(part)));
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
      CHECK(comparison.outputs.size() == computed_outputs.size());
      CHECK(comparison.verdict() == ComparisonVerdict::holds);
      for (const OutputComparison& output : comparison.outputs) {
        INFO(name_of(output.part));
        CHECK(output.correctly_rounded == 1);
        CHECK(output.max_ulp <= 0.5);
        CHECK(output.mean_ulp <= 0.5);
        CHECK(output.max_ratio.value_or(0) <= 1);
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
            INFO(name_of(output.part));
            CHECK(output.max_ratio.value_or(0) <= 1);
          }
          REQUIRE(comparison.explained_by);
          CHECK(comparison.explained_by->profile == name_of(dtype));
          CHECK(!comparison.explained_by->times_wider);
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
      for (auto& [name, tensor] : wide.tensors) tensor.dtype = Dtype::f32;
      Answer answer = reference_numbers(wide);
      for (auto& [name, tensor] : answer.tensors) {
        tensor.dtype = dtype;
        for (double& value : tensor.values) value = round_to(dtype, value);
      }
      const AnswerComparison comparison = compare_with_golden(problem, answer);
      INFO(name_of(regime) << ' ' << name_of(dtype));
      // Scores far from 0 are stored so coarsely that their bounds say nothing of the weights.
      CHECK(comparison.verdict() ==
            (regime == Regime::shifted ? ComparisonVerdict::not_run : ComparisonVerdict::holds));
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
  CHECK(output_of(comparison, Part::weights).correctly_rounded == 1);
  REQUIRE(comparison.explained_by);
  CHECK(comparison.explained_by->profile == "bf16");
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
    answer.tensors.at(Part::weights)(4, 8) +=
        times * static_cast<double>(bounds[Part::weights].limit[bounds[Part::weights].at(4, 8)]);
    return answer;
  };
  const AnswerComparison beyond = compare_with_golden(problem, spoilt(2));
  CHECK(beyond.verdict() == ComparisonVerdict::violated);
  const OutputComparison& weights = output_of(beyond, Part::weights);
  CHECK(weights.row == 4);
  CHECK(weights.column == 8);
  CHECK(weights.max_ratio.value() > 1.5);
  CHECK(weights.max_ratio.value() < 2.5);
  CHECK(weights.ratios[4 * 11 + 8] == static_cast<float>(weights.max_ratio.value()));
  CHECK(weights.observed == spoilt(2).at(Part::weights)(4, 8));
  CHECK(weights.expected == golden_numbers(problem, Dtype::f64).at(Part::weights)(4, 8));
  CHECK(weights.correctly_rounded == 76.0 / 77);
  CHECK(weights.beyond == 1);
  // What computes in f32 may err so much, but not what computes in f64.
  CHECK(!beyond.explained_by);
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
  answer.tensors.at(Part::output).values[0] = 1 + 0x1p-50;
  answer.tensors.at(Part::weights).values[1] = 0.5 + 0x1p-51;
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  const OutputComparison& output = output_of(comparison, Part::output);
  // Errors are what lies beyond the radius of the enclosure, some 2^-64 of them.
  CHECK(output.max_ulp == Approx(4).epsilon(0x1p-40));
  REQUIRE(output.max_kappa);
  CHECK(*output.max_kappa == Approx(4).epsilon(0x1p-40));
  const OutputComparison& weights = output_of(comparison, Part::weights);
  CHECK(weights.max_ulp == Approx(4).epsilon(0x1p-40));
  CHECK(weights.mean_ulp == Approx(2).epsilon(0x1p-40));
  CHECK(weights.correctly_rounded == 0.5);
  CHECK(!weights.max_kappa);
}

TEST_CASE("kappa of a correctly rounded answer is at most 1 where it underflows") {
  // Halves of subnormals, between two of them.
  const double least = std::numeric_limits<double>::denorm_min();
  const Problem problem = small({1}, {1, 1}, {least, 2 * least});
  const auto comparison = compare_with_golden(problem, golden_numbers(problem, Dtype::f64));
  REQUIRE(output_of(comparison, Part::output).max_kappa);
  CHECK(*output_of(comparison, Part::output).max_kappa > 0.9);
  CHECK(*output_of(comparison, Part::output).max_kappa <= 1);
}

TEST_CASE("kappa says nothing where all values are 0") {
  const Problem problem = small({1}, {1, 2}, {0, 0});
  CHECK(!output_of(compare_with_golden(problem, golden_numbers(problem, Dtype::f64)), Part::output).max_kappa);
}

TEST_CASE("a NaN or an infinity is beyond every bound, and explained by nothing") {
  const Problem problem = drawn(Dtype::f32, Regime::moderate, false);
  for (const double wrong : {not_a_number, infinity, -infinity}) {
    Answer answer = golden_numbers(problem, Dtype::f32);
    answer.tensors.at(Part::output)(2, 1) = wrong;
    const AnswerComparison comparison = compare_with_golden(problem, answer);
    const OutputComparison& output = output_of(comparison, Part::output);
    INFO(wrong);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    CHECK(output.max_ratio.value() == infinity);
    CHECK(output.error == infinity);
    CHECK(output.beyond == 1);
    CHECK(output.not_finite == 1);
    // The other numbers are correctly rounded.
    CHECK(output.max_ulp <= 1);
    CHECK(output.mean_ulp <= 0.5);
    CHECK(*output.max_kappa <= 1);
    CHECK(output.row == 2);
    CHECK(output.column == 1);
    CHECK(!comparison.explained_by);
  }
}

TEST_CASE("where NaN is due a number is wrong, and NaN is right") {
  const Problem problem = small({1, not_a_number}, {1, 2}, {3, 4});
  const Answer right = golden_numbers(problem, Dtype::f64);
  REQUIRE(std::isnan(right.at(Part::output).values[1]));
  CHECK(compare_with_golden(problem, right).verdict() == ComparisonVerdict::holds);
  Answer wrong = right;
  wrong.tensors.at(Part::output).values[1] = 3.5;
  const AnswerComparison comparison = compare_with_golden(problem, wrong);
  CHECK(comparison.verdict() == ComparisonVerdict::violated);
  CHECK(output_of(comparison, Part::output).max_ratio.value() == infinity);
  CHECK(output_of(comparison, Part::output).row == 1);
}

TEST_CASE("where infinity is due neither the other one nor a number is right") {
  const Problem problem = small({1}, {1, 2}, {3, infinity});
  const Answer right = golden_numbers(problem, Dtype::f64);
  REQUIRE(right.at(Part::output).values[0] == infinity);
  for (const double wrong : {-infinity, 4.0, not_a_number}) {
    INFO(wrong);
    Answer answer = right;
    answer.tensors.at(Part::output).values[0] = wrong;
    const AnswerComparison comparison = compare_with_golden(problem, answer);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    CHECK(output_of(comparison, Part::output).error == infinity);
    CHECK(output_of(comparison, Part::output).not_finite == 0);
  }
}

TEST_CASE("a weight that vanishes may make a NaN of an infinite value") {
  // The second weight is e^-2000: positive, but 0 in every format.
  const Problem problem = small({1}, {0, -2000}, {3, infinity});
  Answer answer = golden_numbers(problem, Dtype::f64);
  REQUIRE(answer.at(Part::output).values[0] == infinity);
  answer.tensors.at(Part::output).values[0] = not_a_number;
  // It is excused, and nothing else of the output is there to judge.
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::not_run);
  CHECK(output_of(compare_with_golden(problem, answer), Part::output).beyond == 0);
  answer.tensors.at(Part::output).values[0] = 3;
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::violated);
}

TEST_CASE("no positions: nothing is wrong") {
  const Problem problem = small({}, {1, 2}, {3, 4});
  const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, Dtype::f64));
  CHECK(comparison.verdict() == ComparisonVerdict::holds);
  CHECK(output_of(comparison, Part::output).correctly_rounded == 1);
  CHECK(output_of(comparison, Part::output).ratios.empty());
}

TEST_CASE("bounds that say nothing give no verdict, unless every number is right") {
  // Half of all of a row's weight may be lost to keys in bf16: scores of about 1000 are known to a few units only.
  const Problem problem = small({1}, {1000, 1001}, {3, 4});
  const auto profile = profile_named("bf16_all");
  const CompareOptions options{.profile = profile, .progress = {}};
  Answer answer;
  answer.tensors.add(Part::weights, golden_numbers(problem, Dtype::f64).at(Part::weights));
  CHECK(compare_with_golden(problem, answer, options).verdict() == ComparisonVerdict::holds);
  answer.tensors.at(Part::weights).values[0] += 0x1p-40;
  const AnswerComparison comparison = compare_with_golden(problem, answer, options);
  CHECK(output_of(comparison, Part::weights).judged == 0);
  CHECK(comparison.verdict() == ComparisonVerdict::not_run);
}

TEST_CASE("a bound that says nothing explains nothing") {
  const Problem problem = small({1}, {1000, 1001}, {3, 4});
  Answer answer;
  answer.tensors.add(Part::weights, golden_numbers(problem, Dtype::f64).at(Part::weights));
  answer.tensors.at(Part::weights).values = {0.9, 0.1};
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  CHECK(comparison.verdict() == ComparisonVerdict::violated);
  CHECK(!comparison.explained_by);
}

namespace {

/// Attention of f32 numbers in long double, rounded to f32, with the mistakes that are asked for.
struct InF32 {
  double scale_factor = 1;       ///< a wrong scale
  std::size_t keys_dropped = 0;  ///< the last ones
  bool narrow_inputs = false;    ///< queries and keys rounded as tf32 does
  std::optional<Dtype> stored_weights;

  static long double to_bits(double x, int bits) {
    const double unit = std::ldexp(1.0, x == 0 ? 0 : std::ilogb(x) - bits + 1);
    return std::nearbyint(x / unit) * unit;
  }

  std::vector<long double> weights(const Problem& problem, std::size_t i) const {
    const Tensor &q = problem.at(Part::q), &k = problem.at(Part::k);
    std::vector<long double> row;
    for (std::size_t j = 0; j + keys_dropped < k.rows(); ++j) {
      long double dot = 0;
      for (std::size_t d = 0; d < k.columns(); ++d) {
        dot +=
            narrow_inputs ? to_bits(q(i, d), 11) * to_bits(k(j, d), 11) : static_cast<long double>(q(i, d)) * k(j, d);
      }
      row.push_back(std::exp(dot * scale_factor / std::sqrt(static_cast<long double>(k.columns()))));
    }
    const long double total = std::accumulate(row.begin(), row.end(), 0.0L);
    for (long double& weight : row) weight /= total;
    row.resize(k.rows(), 0);
    return row;
  }

  Answer operator()(const Problem& problem) const {
    const Tensor& v = problem.at(Part::v);
    Tensor a(Dtype::f32, problem.sizes().t_q, v.rows()), y(Dtype::f32, problem.sizes().t_q, v.columns());
    for (std::size_t i = 0; i < a.rows(); ++i) {
      const std::vector<long double> row = weights(problem, i);
      for (std::size_t j = 0; j < v.rows(); ++j)
        a(i, j) = round_to(stored_weights.value_or(Dtype::f32), static_cast<double>(row[j]));
      for (std::size_t c = 0; c < v.columns(); ++c) {
        long double sum = 0;
        for (std::size_t j = 0; j < v.rows(); ++j) sum += static_cast<long double>(a(i, j)) * v(j, c);
        y(i, c) = round_to(Dtype::f32, static_cast<double>(sum));
      }
    }
    Answer answer;
    answer.tensors.add(Part::output, std::move(y));
    answer.tensors.add(Part::weights, std::move(a));
    return answer;
  }
};

/// Scores of deviation about 1 between `size` positions.
Problem of_size(std::size_t size) {
  Random random(3);
  return attention_problem(random_tensor(random, Dtype::f32, size, 16, 1),
                           random_tensor(random, Dtype::f32, size, 16, 1),
                           random_tensor(random, Dtype::f32, size, 6, 1));
}

}  // namespace

TEST_CASE("no profile of f32 explains a wrong scale, a missing key or uniform attention") {
  const Problem problem = of_size(40);
  CHECK(compare_with_golden(problem, InF32{}(problem)).explained_by->profile == "f32");
  InF32 uniform, without_last, scale_off, scale_rounded;
  uniform.scale_factor = 0;
  without_last.keys_dropped = 1;
  scale_off.scale_factor = 1.01;
  scale_rounded.scale_factor = 0.25 / 0.3;
  for (const InF32& mistake : {uniform, without_last, scale_off, scale_rounded}) {
    const AnswerComparison comparison = compare_with_golden(problem, mistake(problem));
    INFO(mistake.scale_factor << ' ' << mistake.keys_dropped);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    CHECK(!comparison.explained_by);
    CHECK(output_of(comparison, Part::weights).beyond > 30);
  }
}

TEST_CASE("a tf32 product and narrower weights are told from what is computed in f32") {
  const Problem problem = of_size(40);
  InF32 tf32, in_bf16, in_f16;
  tf32.narrow_inputs = true;
  in_bf16.stored_weights = Dtype::bf16;
  in_f16.stored_weights = Dtype::f16;
  const auto explained = [&](const InF32& how, const std::string& profile) {
    const AnswerComparison comparison = compare_with_golden(problem, how(problem));
    INFO(profile);
    CHECK(comparison.verdict() == ComparisonVerdict::violated);
    REQUIRE(comparison.explained_by);
    CHECK(comparison.explained_by->profile == profile);
    REQUIRE(comparison.explained_by->times_wider);
    // Roundoffs of 2^-11 and 2^-8 beside sums of a few times 2^-24.
    CHECK(*comparison.explained_by->times_wider > 50);
    CHECK(*comparison.explained_by->times_wider < 0x1p16);
  };
  explained(tf32, "tf32");
  explained(in_f16, "tf32");  // as many bits, and the bounds of tf32 allow for them
  explained(in_bf16, R"(f32 with {"stored_weights":"bf16"})");
}

TEST_CASE("an answer in a narrow format is explained by a profile of that format, the plain one first") {
  for (const Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    const Problem problem = drawn(dtype, Regime::moderate, true);
    const AnswerComparison comparison = compare_with_golden(problem, golden_numbers(problem, dtype));
    REQUIRE(comparison.explained_by);
    CHECK(comparison.explained_by->profile == name_of(dtype));
  }
}

TEST_CASE("a NaN of which no bound speaks is not passed over") {
  // The sum of the values overflows before it is divided, unless weights are divided first.
  const double most = std::numeric_limits<double>::max();
  const Problem problem = small({1}, {1, 1}, {most, -most});
  Answer answer = golden_numbers(problem, Dtype::f64);
  REQUIRE(output_of(compare_with_golden(problem, answer), Part::output).judged == 0);
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::holds);
  REQUIRE(answer.at(Part::output).values[0] == 0);
  answer.tensors.at(Part::output).values[0] = not_a_number;
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  const OutputComparison& output = output_of(comparison, Part::output);
  CHECK(comparison.verdict() == ComparisonVerdict::not_run);
  CHECK(!comparison.explained_by);
  CHECK(!output.max_ratio);
  CHECK(output.not_finite == 1);
  CHECK(output.beyond == 0);
  CHECK(output.error == infinity);
}

TEST_CASE("a NaN of which no bound speaks is not passed over beside numbers that are judged") {
  const double most = std::numeric_limits<double>::max();
  Tensor q(Dtype::f64, 1, 1), k(Dtype::f64, 2, 1), v(Dtype::f64, 2, 2);
  v.values = {most, 1, -most, 2};
  Problem problem = attention_problem(q, k, v);
  problem.wanted = {Part::output};
  Answer answer = golden_numbers(problem, Dtype::f64);
  CHECK(compare_with_golden(problem, answer).verdict() == ComparisonVerdict::holds);
  answer.tensors.at(Part::output).values[0] = not_a_number;
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  CHECK(output_of(comparison, Part::output).judged == 1);
  CHECK(comparison.verdict() == ComparisonVerdict::not_run);
  CHECK(!comparison.explained_by);
}

TEST_CASE("bounds that allow for uniform attention explain nothing") {
  Problem problem = of_size(40);
  for (auto& [name, tensor] : problem.tensors) {
    tensor.dtype = Dtype::bf16;
    for (double& x : tensor.values) x = round_to(Dtype::bf16, x);
  }
  InF32 uniform;
  uniform.scale_factor = 0;
  Answer answer = uniform(problem);
  for (auto& [name, tensor] : answer.tensors) {
    tensor.dtype = Dtype::bf16;
    for (double& x : tensor.values) x = round_to(Dtype::bf16, x);
  }
  answer.tensors.erase(Part::weights);
  // Every number of the output lies within the bounds of bf16_all, which say something of each.
  const CompareOptions in_bf16_all{.profile = profile_named("bf16_all"), .progress = {}};
  REQUIRE(compare_with_golden(problem, answer, in_bf16_all).verdict() == ComparisonVerdict::holds);
  REQUIRE(output_of(compare_with_golden(problem, answer, in_bf16_all), Part::output).judged == 240);
  const AnswerComparison comparison = compare_with_golden(problem, answer);
  CHECK(comparison.verdict() == ComparisonVerdict::violated);
  CHECK(!comparison.explained_by);
}

TEST_CASE("any number of threads compares alike") {
  const Problem problem = of_size(40);
  const Answer answer = reference_numbers(problem);
  const AnswerComparison one = compare_with_golden(problem, answer);
  const AnswerComparison four = compare_with_golden(problem, answer, {.profile = {}, .threads = 4, .progress = {}});
  for (std::size_t n = 0; n < one.outputs.size(); ++n) CHECK(one.outputs[n].ratios == four.outputs[n].ratios);
}

TEST_CASE("answers of another shape, of two dtypes, of outputs that attnref does not compute or none are refused") {
  const Problem problem = drawn(Dtype::f64, Regime::moderate, false);
  const Answer right = golden_numbers(problem, Dtype::f64);
  const auto refused = [&](const Answer& answer, const std::string& said) {
    CHECK_THROWS_WITH(compare_with_golden(problem, answer), said);
  };
  Answer answer = right;
  answer.tensors.at(Part::output) = Tensor(Dtype::f64, 3, 7);
  refused(answer, "answer: output: expected shape (7 x 3), found (3 x 7)");
  answer = right;
  answer.tensors.at(Part::weights).dtype = Dtype::f32;
  refused(answer, "answer: weights: expected dtype f64 as the other outputs have, found f32");
  answer = right;
  answer.tensors.add(Part::dq, right.at(Part::weights));
  refused(answer, "answer: expected outputs among output, weights, lse, scores, queries, keys, values, found 'dq'");
  refused({}, "answer: expected an output, found none");
}
