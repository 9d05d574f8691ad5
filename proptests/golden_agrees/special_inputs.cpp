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

using Named = std::vector<std::pair<std::string, std::vector<double>>>;

/// Each output named has these numbers, in every format; what is not a number counts as exact, and nothing is
/// undecided.
void check(Problem problem, const Named& expected) {
  problem.wanted = all_outputs;
  const Answers answers = golden(problem, {.formats = all_formats});
  for (const Dtype format : all_formats) {
    for (const auto& [name, values] : expected) {
      const GoldenOutput& output = answers.at(format).at(name);
      REQUIRE(output.tensor.values.size() == values.size());
      for (std::size_t n = 0; n < values.size(); ++n) {
        INFO(name << '.' << name_of(format) << '[' << n << "]: expected " << values[n] << ", found "
                  << output.tensor.values[n]);
        CHECK(same_number(output.tensor.values[n], values[n]));
        if (std::isnan(values[n])) CHECK(output.settled[n].how() == Settled::exact);
      }
    }
    for (const auto& [name, output] : answers.at(format)) CHECK(output.counts().undecided == 0);
  }
}

Problem given(const Rows& q, const Rows& k, const Rows& v) {
  return attention_problem(matrix(q), matrix(k), matrix(v));
}

const double inf = HUGE_VAL;

}  // namespace

TEST_CASE("golden.nan_reaches_what_it_touches") {
  SECTION("in a query: its row, whole") {
    check(given({{NAN}, {0}}, {{1}, {2}}, {{3, 4}, {5, 6}}), {{"scores", {NAN, NAN, 0, 0}},
                                                              {"weights", {NAN, NAN, 0.5, 0.5}},
                                                              {"output", {NAN, NAN, 4, 5}},
                                                              {"queries", {NAN, 0}},
                                                              {"keys", {1, 2}}});
  }
  SECTION("in a key: every row") {
    check(given({{0}, {0}}, {{NAN}, {0}}, {{3}, {5}}), {{"scores", {NAN, 0, NAN, 0}},
                                                        {"weights", {NAN, NAN, NAN, NAN}},
                                                        {"output", {NAN, NAN}},
                                                        {"lse", {NAN, NAN}},
                                                        {"values", {3, 5}}});
  }
  SECTION("in a value: its column of the output, and no weight") {
    check(given({{0}, {0}}, {{0}, {0}}, {{NAN, 4}, {5, 6}}),
          {{"weights", {0.5, 0.5, 0.5, 0.5}}, {"output", {NAN, 5, NAN, 5}}, {"values", {NAN, 4, 5, 6}}});
  }
  SECTION("in x: its own query, key and value, so that every row sees it") {
    Problem problem = self_attention_problem(matrix({{NAN}, {1}}), matrix({{1}}), matrix({{1}}), matrix({{1}}));
    check(problem, {{"queries", {NAN, 1}},
                    {"keys", {NAN, 1}},
                    {"scores", {NAN, NAN, NAN, 1}},
                    {"weights", {NAN, NAN, NAN, NAN}},
                    {"output", {NAN, NAN}},
                    {"lse", {NAN, NAN}}});
  }
  SECTION("in a column of W^V: that column of the output") {
    check(self_attention_problem(matrix({{1}, {3}}), matrix({{0}}), matrix({{0}}), matrix({{NAN, 1}})),
          {{"weights", {0.5, 0.5, 0.5, 0.5}}, {"output", {NAN, 2, NAN, 2}}, {"scores", {0, 0, 0, 0}}});
  }
}

TEST_CASE("golden.infinity_follows_arithmetic") {
  SECTION("a score of +inf makes its row NaN, one of -inf has weight 0, 0 times inf is NaN") {
    check(given({{1}, {-1}, {0}}, {{inf}, {0}}, {{3}, {5}}), {{"scores", {inf, 0, -inf, 0, NAN, 0}},
                                                              {"weights", {NAN, NAN, 0, 1, NAN, NAN}},
                                                              {"output", {NAN, 5, NAN}},
                                                              {"lse", {NAN, 0, NAN}}});
  }
  SECTION("nothing but -inf is NaN: that row is not masked") {
    check(given({{1}, {0}}, {{-inf}, {-inf}}, {{3}, {5}}), {{"scores", {-inf, -inf, NAN, NAN}},
                                                            {"weights", {NAN, NAN, NAN, NAN}},
                                                            {"output", {NAN, NAN}},
                                                            {"lse", {NAN, NAN}}});
  }
  SECTION("an infinite value: any positive weight takes it over, one that underflows too; weight 0 makes NaN of it") {
    check(given({{1}}, {{0}, {0}}, {{inf, -inf, inf}, {5, 5, -inf}}), {{"output", {inf, -inf, NAN}}});
    check(given({{1}}, {{0}, {-0x1p1000}}, {{5}, {inf}}), {{"weights", {1, 0}}, {"output", {inf}}});
    check(given({{1}}, {{0}, {-inf}}, {{5, 5}, {inf, 6}}), {{"weights", {1, 0}}, {"output", {NAN, 5}}, {"lse", {0}}});
  }
  SECTION("inf - inf within a dot product is NaN") {
    check(given({{inf, inf}}, {{1, -1}, {1, 1}}, {{3}, {5}}),
          {{"scores", {NAN, inf}}, {"weights", {NAN, NAN}}, {"output", {NAN}}, {"lse", {NAN}}});
  }
  SECTION("a scale takes part: 0 times inf is NaN, a negative one turns inf about") {
    Problem problem = given({{1}}, {{inf}, {0}}, {{3}, {5}});
    problem.how.scale = 0;
    check(problem, {{"scores", {NAN, 0}}, {"weights", {NAN, NAN}}, {"output", {NAN}}});
    problem.how.scale = -1;
    check(problem, {{"scores", {-inf, 0}}, {"weights", {0, 1}}, {"output", {5}}, {"lse", {0}}});
  }
  SECTION("through projections: K = (-inf, -1), V = (inf, 1)") {
    // Row 0: q = inf, scores inf (-inf) and inf (-1), both -inf. Row 1: q = 1, scores -inf and -1; 0 times inf is NaN.
    check(self_attention_problem(matrix({{inf}, {1}}), matrix({{1}}), matrix({{-1}}), matrix({{1}})),
          {{"keys", {-inf, -1}},
           {"values", {inf, 1}},
           {"scores", {-inf, -inf, -inf, -1}},
           {"weights", {NAN, NAN, 0, 1}},
           {"output", {NAN, NAN}},
           {"lse", {NAN, -1}}});
    // 0 times inf in a projection.
    check(
        self_attention_problem(matrix({{inf}, {1}}), matrix({{0}}), matrix({{1}}), matrix({{1}})),
        {{"queries", {NAN, 0}}, {"keys", {inf, 1}}, {"scores", {NAN, NAN, NAN, 0}}, {"weights", {NAN, NAN, NAN, NAN}}});
  }
  SECTION("what overflows only when published is finite: the scores are 10^600 and 0") {
    check(given({{1e300}}, {{1e300}, {0}}, {{3}, {5}}),
          {{"scores", {inf, 0}}, {"weights", {1, 0}}, {"output", {3}}, {"lse", {inf}}});
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
  check(problem, {{"weights", {}}, {"output", {0, 0, 0, 0}}, {"lse", {-inf, -inf}}, {"scores", {}}, {"keys", {}}});
  problem.how.empty_row = EmptyRow::nans;
  check(problem, {{"weights", {}}, {"output", {NAN, NAN, NAN, NAN}}, {"lse", {-inf, -inf}}});
  check(attention_problem(Tensor(Dtype::f64, 0, 1), matrix({{1}}), matrix({{2}})),
        {{"weights", {}}, {"output", {}}, {"lse", {}}, {"queries", {}}, {"keys", {1}}, {"values", {2}}});
}
