// An error in ulps is a function of the answer and the exact value: it does not depend on the problem that has that
// value, nor on how the value was enclosed.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "comparing/ulp.hpp"
#include "generators/random.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace attnref;

namespace {

/// One query 1 over keys and values of one coordinate: the scores are the keys.
Problem column_problem(const std::vector<double>& k, const std::vector<double>& v) {
  Tensor query(Dtype::f64, 1, 1), keys(Dtype::f64, k.size(), 1), values(Dtype::f64, v.size(), 1);
  query(0, 0) = 1;
  keys.values = k;
  values.values = v;
  Problem problem = attention_problem(query, keys, values);
  problem.wanted = {Part::output};
  return problem;
}

/// Problems whose output is x exactly: one key, equal keys, constant values under other scores, values that cancel.
std::vector<Problem> problems_of(double x) {
  return {column_problem({0}, {x}),
          column_problem({0, 0}, {x, x}),
          column_problem({1, 1, 1}, {x, x, x}),
          column_problem({0, 1}, {x, x}),
          column_problem({0.3, -2, 7, 0.1}, {x, x, x, x}),
          column_problem({0, -40, -800, 0}, {x, x, x, x}),
          column_problem({5, 5, 5}, {x, 0, 2 * x}),
          column_problem({0, 0, 3, 3}, {0, 2 * x, 2 * x, 0})};
}

double ulps_off(const Problem& problem, Dtype dtype, double observed) {
  Answer answer;
  Tensor output(dtype, 1, 1);
  output(0, 0) = observed;
  answer.tensors.add(Part::output, output);
  return compare_with_golden(problem, answer).outputs.front().max_ulp;
}

/// Numbers of the format: both ends, powers of two of either kind, and others.
std::vector<double> numbers_of(Dtype dtype) {
  const Format& format = format_of(dtype);
  const double least = static_cast<double>(smallest_subnormal(dtype)), normal = std::ldexp(1.0, format.emin);
  const double half_of_largest = static_cast<double>(largest_finite(dtype) / 2);
  std::vector<double> numbers{least,
                              8 * least,
                              normal - least,
                              normal,
                              2 * normal,
                              0.5,
                              1,
                              2,
                              4,
                              half_of_largest,
                              std::ldexp(1.0, format.emax - 1)};
  Random random(17);
  for (int n = 0; n < 12; ++n) {
    const double significand = round_to(dtype, 1 + static_cast<double>(random.below(1U << 30)) * 0x1p-30);
    const int half_of_exponents = format.emax / 2;
    numbers.push_back(std::ldexp(
        significand,
        static_cast<int>(random.below(static_cast<std::size_t>(2 * half_of_exponents))) - half_of_exponents));
  }
  return numbers;
}

}  // namespace

TEST_CASE("2 + 2^-51 is one ulp from an exact 2, of however many keys") {
  for (const Problem& problem : problems_of(2)) {
    INFO(problem.sizes().t_k << " keys");
    CHECK(ulps_off(problem, Dtype::f64, 2 + 0x1p-51) == 1);
    CHECK(ulps_off(problem, Dtype::f64, 2 - 0x1p-52) == 0.5);
  }
}

TEST_CASE("problems of one exact value give the same ulps, at both ends of each format too") {
  for (const Format& format : formats) {
    for (const double x : numbers_of(format.dtype)) {
      const double ulp = static_cast<double>(ulp_at(format, x));
      for (const double observed : {x + ulp, x + 3 * ulp, x - 4 * ulp, -x, 0.0}) {
        if (round_to(format.dtype, observed) != observed) continue;
        const auto expected = static_cast<double>(std::fabs(static_cast<long double>(observed) - x) / ulp);
        for (const double sign : {1.0, -1.0}) {
          for (const Problem& problem : problems_of(sign * x)) {
            INFO(format.name << ' ' << x << ' ' << observed << ' ' << problem.sizes().t_k << " keys");
            CHECK(ulps_off(problem, format.dtype, sign * observed) == expected);
          }
        }
      }
    }
  }
}

TEST_CASE("an ulp is the distance to the next number away from 0, and below the largest number the one before") {
  for (const Format& format : formats) {
    const auto rounded = [&](double x) { return round_to(format.dtype, x); };
    for (const double x : numbers_of(format.dtype)) {
      INFO(format.name << ' ' << x);
      const auto ulp = static_cast<double>(ulp_at(format, x));
      CHECK(rounded(x + ulp / 4) == x);
      CHECK(rounded(x + 3 * ulp / 4) == x + ulp);
    }
    const auto largest = static_cast<double>(largest_finite(format.dtype));
    const auto last = static_cast<double>(ulp_at(format, largest));
    CHECK(rounded(largest - last / 4) == largest);
    CHECK(rounded(largest - 3 * last / 4) == largest - last);
    CHECK(ulp_at(format, std::numeric_limits<double>::infinity()) == last);
    CHECK(ulp_at(format, 0) == smallest_subnormal(format.dtype));
  }
}
