// Golden values of problems large enough for the ways that only large ones take: blocks of rows, products of digit
// matrices, several threads. The MPFI oracle is slow here, so there are few.
#include "catch.hpp"
#include "golden_agrees/agreement.hpp"
#include "golden_agrees/random_problems.hpp"

#include <algorithm>
#include <cmath>

using namespace attnref;
using namespace attnref::test;

namespace {

/// T = 96 and up. With `stretch`, the numbers of q and k have exponents that far apart either way, and the scale makes
/// up for it; those of v too.
Problem large_problem(Dtype dtype, bool projected, double deviation, int stretch) {
  Random random(7, static_cast<std::uint64_t>(dtype), projected);
  const std::size_t t_q = 96, t_k = projected ? t_q : 129, d_model = 64, d_k = 64, d_v = 9;
  const auto tensor = [&](std::size_t rows, std::size_t columns, double each) {
    Tensor result = normal_tensor(random, dtype, rows, columns, each);
    for (double& x : result.values)
      x = std::ldexp(x, static_cast<int>(random.below(static_cast<std::size_t>(stretch) + 1)));
    return result;
  };
  const double weight = std::sqrt(deviation) / std::sqrt(static_cast<double>(d_model));
  Problem problem = [&] {
    if (projected) {
      Tensor x = tensor(t_q, d_model, 1), wq = tensor(d_model, d_k, weight), wk = tensor(d_model, d_k, weight);
      return self_attention_problem(std::move(x), std::move(wq), std::move(wk), tensor(d_model, d_v, weight));
    }
    Tensor q = tensor(t_q, d_k, std::sqrt(deviation)), k = tensor(t_k, d_k, std::sqrt(deviation));
    return attention_problem(std::move(q), std::move(k), tensor(t_k, d_v, 1));
  }();
  if (stretch > 0) problem.how.scale = std::ldexp(0.125, projected ? -4 * stretch : -2 * stretch);
  problem.wanted = {Part::weights, Part::output, Part::lse, Part::scores};
  return problem;
}

/// Dot products of 2000 positive numbers whose two digits of b bits are all near 2^(b-1): sums as large as digits can
/// make them, of either parity. Keys differ in where a unit is added, so that their scores do by about 1 beside 2^70 or
/// more, and an error in the last place of one sum moves weights.
Problem full_digits_problem(int b) {
  Random random(static_cast<std::uint64_t>(b), 'd');
  const std::size_t t_q = 4, t_k = 17, d_k = 2000;
  const double half = std::ldexp(1.0, b - 1);
  const auto digit = [&] { return half - 1 - static_cast<double>(random.below(8)); };
  const auto two_digits = [&] {
    const double high = digit();  // drawn first, whatever order a compiler takes operands in
    return std::ldexp(high, b) + digit();
  };
  Tensor q(Dtype::f64, t_q, d_k), k(Dtype::f64, t_k, d_k);
  for (double& x : q.values) x = two_digits();
  for (std::size_t c = 0; c < d_k; ++c) k(0, c) = two_digits();
  for (std::size_t j = 1; j < t_k; ++j) {
    for (std::size_t c = 0; c < d_k; ++c) k(j, c) = k(0, c);
    for (int n = 0; n < 50; ++n) k(j, random.below(d_k)) += 1;
  }
  Problem problem = attention_problem(std::move(q), std::move(k), normal_tensor(random, Dtype::f64, t_k, 3, 1));
  problem.how.scale = std::ldexp(1.0, -b - 6);
  problem.wanted = {Part::weights, Part::output, Part::lse, Part::scores};
  return problem;
}

}  // namespace

TEST_CASE("golden.full_digits_agree") {
  Agreement all;
  for (int b = 18; b <= 26; ++b) {
    const Problem problem = full_digits_problem(b);
    const Answers answers = golden(problem, {.formats = all_formats});
    const Agreement agreement = compare(answers, mpfi_attention(problem));
    INFO("digits of " << b << " bits");
    CHECK(agreement.mismatches.empty());
    all += agreement;
    // The weights do depend on the last places.
    const std::vector<double>& weights = answers.at(Dtype::f64).at(Part::weights).tensor.values;
    CHECK(std::count_if(weights.begin(), weights.end(), [](double a) { return a > 1e-6 && a < 0.999; }) > 8);
  }
  CHECK(all.decided == all.values);
}

TEST_CASE("golden.large_problems_agree") {
  Agreement all;
  const auto hold = [&](const Problem& problem) {
    const Agreement agreement = compare(golden(problem, {.formats = all_formats}), mpfi_attention(problem));
    for (std::size_t n = 0; n < agreement.mismatches.size() && n < 3; ++n)
      FAIL_CHECK(to_string(agreement.mismatches[n]));
    all += agreement;
  };
  for (const bool projected : {false, true}) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f16}) hold(large_problem(dtype, projected, 4, 0));
    hold(large_problem(Dtype::f32, projected, 200, 0));
    hold(large_problem(Dtype::f64, projected, 1, 90));
  }
  CHECK(all.undecided_by_golden == 0);
  CHECK(all.decided > 700'000);
  CHECK(static_cast<double>(all.decided) > 0.999 * static_cast<double>(all.values));
}

TEST_CASE("golden.threads_change_no_bit") {
  for (const bool projected : {false, true}) {
    const Problem problem = large_problem(Dtype::f32, projected, 200, 0);
    const Answers one = golden(problem, {.formats = all_formats, .threads = 1});
    for (const unsigned threads : {2u, 3u, 200u}) {
      const Answers several = golden(problem, {.formats = all_formats, .threads = threads});
      for (const auto& [format, outputs] : one) {
        for (const auto& [part, output] : outputs) {
          CHECK(output.tensor == several.at(format).at(part).tensor);
          CHECK(output.settled == several.at(format).at(part).settled);
        }
      }
    }
  }
}
