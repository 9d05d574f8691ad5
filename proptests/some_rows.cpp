// The oracles, the bounds, the golden values and a comparison take a list of queries, and of these give the same bits
// as of all.
#include "attnref/enclosure.hpp"
#include "attnref/error_bound.hpp"
#include "attnref/golden.hpp"
#include "attnref/reference.hpp"
#include "bounded_problems.hpp"
#include "catch.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "problem/heads.hpp"
#include "problem/rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

/// Some queries in any order, among them the last, one of them twice.
std::vector<std::size_t> some_rows(Random& random, std::size_t t_q) {
  std::vector<std::size_t> rows{t_q - 1};
  for (std::size_t n = random.below(4); n > 0; --n) rows.push_back(random.below(t_q));
  rows.push_back(rows.front());
  return rows;
}

/// The rows of an array of the whole that one of the list has; all, where it has none for each query.
template <class Numbers>
Numbers cut(const Numbers& whole, Part part, std::size_t columns, Rows rows) {
  if (!has_row_for_each_query(part)) return whole;
  Numbers some;
  for (const std::size_t row : rows) {
    const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(row * columns);
    some.insert(some.end(), begin, begin + static_cast<std::ptrdiff_t>(columns));
  }
  return some;
}

template <class Real>
bool same_bits(const std::vector<Real>& a, const std::vector<Real>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Real x, Real y) {
    return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
  });
}

void hold_enclosure(const Enclosure& some, const Enclosure& whole, Rows rows) {
  for (const auto& [part, enclosed] : some) {
    INFO(name_of(part));
    CHECK(same_bits(enclosed.mid, cut(whole[part].mid, part, enclosed.columns, rows)));
    CHECK(same_bits(enclosed.rad, cut(whole[part].rad, part, enclosed.columns, rows)));
  }
}

void hold_bound(const Bound& some, const Bound& whole, Part part, Rows rows) {
  INFO(name_of(part));
  CHECK(same_bits(some.limit, cut(whole.limit, part, some.columns, rows)));
  CHECK(same_bits(some.trivial, cut(whole.trivial, part, some.columns, rows)));
}

void hold_bounds(const Bounds& some, const Bounds& whole, Rows rows) {
  for (const auto& [part, bound] : some) hold_bound(bound, whole[part], part, rows);
  hold_bound(some.row_sums, whole.row_sums, Part::lse, rows);
}

void hold_golden(const GoldenAnswer& some, const GoldenAnswer& whole, Rows rows) {
  for (const auto& [part, output] : some) {
    INFO(name_of(part));
    const Tensor& tensor = output.tensor;
    const std::size_t columns = tensor.rank() == 1 ? 1 : tensor.columns();
    CHECK(same_bits(tensor.values, cut(whole[part].tensor.values, part, columns, rows)));
    CHECK(output.settled == cut(whole[part].settled, part, columns, rows));
  }
}

/// As drawn; or with a number that is not finite among the inputs.
Problem drawn(Random& random, std::size_t n) {
  Problem problem = random_problem(random, {.dtype = Dtype::f32, .steepest = 60});
  problem.wanted = computed_outputs;
  if (n % 3 != 0) return problem;
  const PartSet parts = problem.tensors.parts();
  Tensor& tensor = problem.at(*std::next(parts.begin(), static_cast<std::ptrdiff_t>(random.below(parts.size()))));
  const double infinity = std::numeric_limits<double>::infinity();
  tensor.values[random.below(tensor.values.size())] =
      std::array{infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}[random.below(3)];
  return problem;
}

}  // namespace

TEST_CASE("rows: the quick oracle and the bounds of some queries are those of all") {
  Random random(1);
  const std::array profiles{*profile_named("f32"), *profile_named("fp32_online"), *profile_named("bf16_all")};
  for (std::size_t n = 0; n < 60; ++n) {
    const Problem problem = drawn(random, n);
    const std::vector<std::size_t> rows = some_rows(random, problem.sizes().t_q);
    const Enclosure whole = quick_oracle(problem), some = quick_oracle(problem, rows);
    CHECK(some.contains(Part::keys) == problem.projected());
    CHECK(some[Part::output].rows == rows.size());
    hold_enclosure(some, whole, rows);
    for (const Profile& profile : profiles) {
      hold_bounds(error_bound(problem, rows, some, profile), error_bound(problem, whole, profile), rows);
    }
  }
}

TEST_CASE("rows: golden values of some queries are those of all") {
  if (!golden_is_built()) return;
  Random random(2);
  for (std::size_t n = 0; n < 20; ++n) {
    const Problem problem = drawn(random, n);
    const std::vector<std::size_t> rows = some_rows(random, problem.sizes().t_q);
    const std::vector<Dtype> formats{Dtype::f64, Dtype::f16};
    const auto whole = golden(problem, {.formats = formats}),
               some = golden(problem, {.formats = formats, .rows = rows});
    for (const Dtype format : formats) hold_golden(some.at(format), whole.at(format), rows);
    hold_enclosure(golden_enclosure(problem, rows), golden_enclosure(problem), rows);
  }
}

TEST_CASE("rows: of no queries there is nothing but keys and values") {
  Random random(3);
  Problem problem = random_problem(random, {});
  problem.wanted = {Part::output, Part::keys};
  const Enclosure none = quick_oracle(problem, std::vector<std::size_t>{});
  CHECK(none[Part::output].mid.empty());
  if (!golden_is_built()) return;
  const GoldenAnswer answer = golden(problem, {.rows = std::vector<std::size_t>{}}).at(problem.dtype());
  CHECK(answer[Part::output].tensor.values.empty());
  CHECK(answer[Part::keys].tensor.values.size() == problem.sizes().t_k * problem.sizes().d_k);
}

TEST_CASE("rows: a comparison of some queries sees their rows alone, and says where in the problem they are") {
  if (!golden_is_built()) return;
  Problem problem = attention_problem(Tensor(Dtype::f64, 4, 2), Tensor(Dtype::f64, 3, 2), Tensor(Dtype::f64, 3, 2));
  problem.wanted = {Part::output};
  Answer answer = std::get<Answer>(reference().attend(problem));
  answer.tensors.at(Part::output)(2, 1) = 7;
  const auto compared = [&](std::vector<std::size_t> rows) {
    return compare_with_golden(problem, answer, {.rows = std::move(rows)});
  };
  CHECK(compared({3, 0, 1}).verdict() == ComparisonVerdict::holds);
  const AnswerComparison wrong = compared({3, 2});
  CHECK(wrong.verdict() == ComparisonVerdict::violated);
  CHECK((wrong.outputs.front().rows == 2 && wrong.outputs.front().row == 2 && wrong.outputs.front().column == 1));
}

TEST_CASE("rows: a query that the problem has not is refused") {
  const Problem problem =
      attention_problem(Tensor(Dtype::f64, 2, 1), Tensor(Dtype::f64, 3, 1), Tensor(Dtype::f64, 3, 1));
  const std::vector<std::size_t> rows{1, 2};
  CHECK_THROWS_WITH(quick_oracle(problem, rows), "quick oracle: rows: expected rows of 2 queries, found 2");
  CHECK_THROWS_WITH(error_bound(problem, rows, quick_oracle(problem), plain_profile(Dtype::f64)),
                    "error bound: rows: expected rows of 2 queries, found 2");
  if (!golden_is_built()) return;
  CHECK_THROWS_WITH(golden(problem, {.rows = rows}), "golden values: rows: expected rows of 2 queries, found 2");
}

TEST_CASE("rows: a head sees all keys") {
  const Problem problem =
      attention_problem(Tensor(Dtype::f64, 2, 1), Tensor(Dtype::f64, 3, 1), Tensor(Dtype::f64, 3, 1));
  const std::vector<Head> heads = heads_of(problem);
  REQUIRE(heads.size() == 1);
  CHECK(heads.front().how == problem.how);
  CHECK(heads.front().visible.all());
  CHECK(heads.front().visible.keys(1) == std::vector<KeyRange>{{0, 3}});
  CHECK((heads.front().visible(0, 2) && !heads.front().visible(0, 3)));
  CHECK(Visible(0).keys(0).empty());
}
