// Inputs that are not finite, and inputs that are missing: what golden values hold row by row, derived from arithmetic
// by hand.
#include "catch.hpp"
#include "golden_agrees/agreement.hpp"

#include <cmath>

using namespace attnref;
using namespace attnref::test;

namespace {

using Rows = std::vector<std::vector<double>>;

Tensor matrix(const Rows& rows) {
  Tensor tensor(Dtype::f64, rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < tensor.rows(); ++i) {
    for (std::size_t j = 0; j < tensor.columns(); ++j) tensor(i, j) = rows[i].at(j);
  }
  return tensor;
}

using Expected = std::vector<std::pair<Part, std::vector<double>>>;

/// Each of these outputs has these numbers, in every format; what is not a number counts as exact, and nothing is
/// undecided.
void check(Problem problem, const Expected& expected) {
  problem.wanted = computed_outputs;
  const Answers answers = golden(problem, {.formats = all_formats});
  for (const Dtype format : all_formats) {
    for (const auto& [part, values] : expected) {
      const GoldenOutput& output = answers.at(format).at(part);
      REQUIRE(output.tensor.values.size() == values.size());
      for (std::size_t n = 0; n < values.size(); ++n) {
        INFO(name_of(part) << '.' << name_of(format) << '[' << n << "]: expected " << values[n] << ", found "
                           << output.tensor.values[n]);
        CHECK(same_number(output.tensor.values[n], values[n]));
        if (std::isnan(values[n])) CHECK(output.settled[n].how() == Settled::exact);
      }
    }
    for (const auto& [part, output] : answers.at(format)) CHECK(output.counts().undecided == 0);
  }
}

Problem given(const Rows& q, const Rows& k, const Rows& v) {
  return attention_problem(matrix(q), matrix(k), matrix(v));
}

const double inf = HUGE_VAL;

}  // namespace

TEST_CASE("golden.nan_reaches_what_it_touches") {
  SECTION("in a query: its row, whole") {
    check(given({{NAN}, {0}}, {{1}, {2}}, {{3, 4}, {5, 6}}), {{Part::scores, {NAN, NAN, 0, 0}},
                                                              {Part::weights, {NAN, NAN, 0.5, 0.5}},
                                                              {Part::output, {NAN, NAN, 4, 5}},
                                                              {Part::queries, {NAN, 0}},
                                                              {Part::keys, {1, 2}}});
  }
  SECTION("in a key: every row") {
    check(given({{0}, {0}}, {{NAN}, {0}}, {{3}, {5}}), {{Part::scores, {NAN, 0, NAN, 0}},
                                                        {Part::weights, {NAN, NAN, NAN, NAN}},
                                                        {Part::output, {NAN, NAN}},
                                                        {Part::lse, {NAN, NAN}},
                                                        {Part::values, {3, 5}}});
  }
  SECTION("in a value: its column of the output, and no weight") {
    check(given({{0}, {0}}, {{0}, {0}}, {{NAN, 4}, {5, 6}}),
          {{Part::weights, {0.5, 0.5, 0.5, 0.5}}, {Part::output, {NAN, 5, NAN, 5}}, {Part::values, {NAN, 4, 5, 6}}});
  }
  SECTION("in x: its own query, key and value, so that every row sees it") {
    Problem problem = self_attention_problem(matrix({{NAN}, {1}}), matrix({{1}}), matrix({{1}}), matrix({{1}}));
    check(problem, {{Part::queries, {NAN, 1}},
                    {Part::keys, {NAN, 1}},
                    {Part::scores, {NAN, NAN, NAN, 1}},
                    {Part::weights, {NAN, NAN, NAN, NAN}},
                    {Part::output, {NAN, NAN}},
                    {Part::lse, {NAN, NAN}}});
  }
  SECTION("in a column of W^V: that column of the output") {
    check(self_attention_problem(matrix({{1}, {3}}), matrix({{0}}), matrix({{0}}), matrix({{NAN, 1}})),
          {{Part::weights, {0.5, 0.5, 0.5, 0.5}}, {Part::output, {NAN, 2, NAN, 2}}, {Part::scores, {0, 0, 0, 0}}});
  }
}

TEST_CASE("golden.infinity_follows_arithmetic") {
  SECTION("a score of +inf makes its row NaN, one of -inf has weight 0, 0 times inf is NaN") {
    check(given({{1}, {-1}, {0}}, {{inf}, {0}}, {{3}, {5}}), {{Part::scores, {inf, 0, -inf, 0, NAN, 0}},
                                                              {Part::weights, {NAN, NAN, 0, 1, NAN, NAN}},
                                                              {Part::output, {NAN, 5, NAN}},
                                                              {Part::lse, {NAN, 0, NAN}}});
  }
  SECTION("nothing but -inf is NaN: that row is not masked") {
    check(given({{1}, {0}}, {{-inf}, {-inf}}, {{3}, {5}}), {{Part::scores, {-inf, -inf, NAN, NAN}},
                                                            {Part::weights, {NAN, NAN, NAN, NAN}},
                                                            {Part::output, {NAN, NAN}},
                                                            {Part::lse, {NAN, NAN}}});
  }
  SECTION("an infinite value: any positive weight takes it over, one that underflows too; weight 0 makes NaN of it") {
    check(given({{1}}, {{0}, {0}}, {{inf, -inf, inf}, {5, 5, -inf}}), {{Part::output, {inf, -inf, NAN}}});
    check(given({{1}}, {{0}, {-0x1p1000}}, {{5}, {inf}}), {{Part::weights, {1, 0}}, {Part::output, {inf}}});
    check(given({{1}}, {{0}, {-inf}}, {{5, 5}, {inf, 6}}),
          {{Part::weights, {1, 0}}, {Part::output, {NAN, 5}}, {Part::lse, {0}}});
  }
  SECTION("inf - inf within a dot product is NaN") {
    check(given({{inf, inf}}, {{1, -1}, {1, 1}}, {{3}, {5}}),
          {{Part::scores, {NAN, inf}}, {Part::weights, {NAN, NAN}}, {Part::output, {NAN}}, {Part::lse, {NAN}}});
  }
  SECTION("a scale takes part: 0 times inf is NaN, a negative one turns inf about") {
    Problem problem = given({{1}}, {{inf}, {0}}, {{3}, {5}});
    problem.how.scale = 0;
    check(problem, {{Part::scores, {NAN, 0}}, {Part::weights, {NAN, NAN}}, {Part::output, {NAN}}});
    problem.how.scale = -1;
    check(problem, {{Part::scores, {-inf, 0}}, {Part::weights, {0, 1}}, {Part::output, {5}}, {Part::lse, {0}}});
  }
  SECTION("through projections: K = (-inf, -1), V = (inf, 1)") {
    // Row 0: q = inf, scores inf (-inf) and inf (-1), both -inf. Row 1: q = 1, scores -inf and -1; 0 times inf is NaN.
    check(self_attention_problem(matrix({{inf}, {1}}), matrix({{1}}), matrix({{-1}}), matrix({{1}})),
          {{Part::keys, {-inf, -1}},
           {Part::values, {inf, 1}},
           {Part::scores, {-inf, -inf, -inf, -1}},
           {Part::weights, {NAN, NAN, 0, 1}},
           {Part::output, {NAN, NAN}},
           {Part::lse, {NAN, -1}}});
    // 0 times inf in a projection.
    check(self_attention_problem(matrix({{inf}, {1}}), matrix({{0}}), matrix({{1}}), matrix({{1}})),
          {{Part::queries, {NAN, 0}},
           {Part::keys, {inf, 1}},
           {Part::scores, {NAN, NAN, NAN, 0}},
           {Part::weights, {NAN, NAN, NAN, NAN}}});
  }
  SECTION("what overflows only when published is finite: the scores are 10^600 and 0") {
    check(given({{1e300}}, {{1e300}, {0}}, {{3}, {5}}),
          {{Part::scores, {inf, 0}}, {Part::weights, {1, 0}}, {Part::output, {3}}, {Part::lse, {inf}}});
  }
}

TEST_CASE("golden.rows_that_infinity_spares_are_golden") {
  // Row 1 of this problem is the only row of the one without key 0, whose weight there is exactly 0.
  const Problem with = given({{1, 0.5}, {-1, 0.75}}, {{inf, 0}, {0.25, -1}, {2, 3}}, {{7}, {0.1}, {0.3}});
  const Problem without = given({{-1, 0.75}}, {{0.25, -1}, {2, 3}}, {{0.1}, {0.3}});
  const Answers a = golden(with, {.formats = all_formats}), b = golden(without, {.formats = all_formats});
  for (const Dtype format : all_formats) {
    const std::vector<double>&row = a.at(format).at(Part::weights).tensor.values,
          &alone = b.at(format).at(Part::weights).tensor.values;
    CHECK(row[3] == 0);
    CHECK(row[4] == alone[0]);
    CHECK(row[5] == alone[1]);
    CHECK(a.at(format).at(Part::output).tensor.values[1] == b.at(format).at(Part::output).tensor.values[0]);
  }
  CHECK(compare(b, mpfi_attention(without)).mismatches.empty());
}

TEST_CASE("golden.no_keys_and_no_queries") {
  Problem problem = attention_problem(matrix({{1}, {2}}), Tensor(Dtype::f64, 0, 1), Tensor(Dtype::f64, 0, 2));
  check(problem, {{Part::weights, {}},
                  {Part::output, {0, 0, 0, 0}},
                  {Part::lse, {-inf, -inf}},
                  {Part::scores, {}},
                  {Part::keys, {}}});
  problem.how.empty_row = EmptyRow::nans;
  check(problem, {{Part::weights, {}}, {Part::output, {NAN, NAN, NAN, NAN}}, {Part::lse, {-inf, -inf}}});
  check(attention_problem(Tensor(Dtype::f64, 0, 1), matrix({{1}}), matrix({{2}})), {{Part::weights, {}},
                                                                                    {Part::output, {}},
                                                                                    {Part::lse, {}},
                                                                                    {Part::queries, {}},
                                                                                    {Part::keys, {1}},
                                                                                    {Part::values, {2}}});
}
