// Answers that were worked out with a pencil: the vectors against something that no program computed.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

std::vector<double> numbers(const std::string& id, const std::string& name) {
  return vector_named(id).tensors.at(name).values;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y && std::signbit(x) == std::signbit(y); });
}

void check_numbers(const std::string& id, const std::string& name, const std::vector<double>& expected) {
  INFO(id << ' ' << name);
  CHECK(same_numbers(numbers(id, name), expected));
}

/// Each number within half a unit of 10 decimals: what is worked out with a pencil and a table of logarithms.
void check_decimals(const std::string& id, const std::string& name, const std::vector<double>& expected) {
  INFO(id << ' ' << name);
  const std::vector<double> found = numbers(id, name);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(fmt::format("{:.9f}", found[i]) == fmt::format("{:.9f}", expected[i]));
}

constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

/// Right answers that were worked out by hand.
TEST_CASE("vectors.right_answers_by_hand") {
  check_decimals("the_scale_is_one_over_the_root_of_d_k", "weights.f64", {0.982013790, 0.017986210, 0.5, 0.5});
  check_decimals("two_keys_share_by_the_logistic_function", "weights.f64", {0.731058579, 0.268941421});
  check_decimals("the_softmax_runs_over_keys", "output.f64", {0.880797078, 0.119202922, 0.731058579, 0.268941421});
  check_decimals("a_negative_scale_prefers_the_opposite", "weights.f64", {0.268941421, 0.731058579});
  check_decimals("a_score_of_1_hides_between_large_products", "weights.f64", {0.731058579, 0.268941421});
  check_decimals("the_log_sum_exp_of_0_and_ln_3_is_ln_4", "lse.f64", {1.386294361});
  for (const char* format : {"f64", "f32", "f16", "bf16"}) {
    const auto name = [&](const char* output) { return fmt::format("{}.{}", output, format); };
    check_numbers("scores_of_plus_and_minus_1000_give_a_half_each", name("weights"), {0.5, 0.5, 0.5, 0.5});
    check_numbers("scores_of_plus_and_minus_1000_give_a_half_each", name("output"), {2, 2});
    check_numbers("a_product_may_overflow_before_it_is_scaled", name("weights"), {1, 0});
    check_numbers("a_product_may_overflow_before_it_is_scaled", name("scores"), {8192, 0});
    check_numbers("a_mean_of_33_ones_is_1", name("output"), {1, 1});
    check_numbers("a_query_of_zero_takes_the_mean", name("output"), {6});
    check_numbers("the_mean_of_eight_small_integers_is_exact", name("output"), {1.625});
    check_numbers("the_mean_of_four_small_integers_is_exact", name("output"), {3.75});
    check_numbers("one_49th_times_49_is_1", name("output"), {1});
    check_numbers("a_scale_of_zero_is_not_an_absent_one", name("output"), {2.5});
    check_numbers("values_may_overflow_where_their_mean_does_not", name("output"), {0, inf, 0, inf});
    check_numbers("scores_may_overflow_where_weights_do_not", name("weights"), {1, 0});
  }
  check_numbers("one_49th_times_49_is_1", "weights.f64", std::vector<double>(49, 1 / 49.0));
  check_numbers("a_single_key_returns_its_value", "output.f64", {0.1, -0.3, 0x1.fffffep-126});
  check_numbers("no_keys", "output.f32", std::vector<double>(6, 0.0));
  check_numbers("no_keys", "lse.f32", std::vector<double>(3, -inf));
}

/// Hard roundings that were worked out by hand.
TEST_CASE("vectors.hard_roundings_by_hand") {
  const double u64 = 0x1p-52, u32 = 0x1p-23, u16 = 0x1p-10, ub = 0x1p-7;
  const std::string halfway = "a_mean_halfway_goes_to_the_even_number";
  // In each format its own pair is a tie; finer pairs are nearer to 1, coarser ones exact.
  check_numbers(
      halfway, "output.f64",
      {1, -1 - 2 * u64, 1 + u32 / 2, -1 - 1.5 * u32, 1 + u16 / 2, -1 - 1.5 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.f32",
                {1, -1, 1, -1 - 2 * u32, 1 + u16 / 2, -1 - 1.5 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.f16", {1, -1, 1, -1, 1, -1 - 2 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.bf16", {1, -1, 1, -1, 1, -1, 1, -1 - 2 * ub, 0});

  const std::string below = "a_key_2_to_the_1000_below_breaks_the_tie";
  const double m32 = 1 + u32 / 2, m16 = 1 + u16 / 2, mb = 1 + ub / 2;
  check_numbers(below, "output.f64", {1 + u64, 1, m32, m32, m16, m16, mb, mb, 0.0, -0.0, m32, 0});
  check_numbers(below, "output.f32", {1, 1, 1 + u32, 1, m16, m16, mb, mb, 0.0, -0.0, 1, 0});
  check_numbers(below, "output.f16", {1, 1, 1, 1, 1 + u16, 1, mb, mb, 0.0, -0.0, 1, 0});
  check_numbers(below, "output.bf16", {1, 1, 1, 1, 1, 1, 1 + ub, 1, 0.0, -0.0, 1, 0});

  const std::string narrow = "a_narrow_format_is_not_rounded_from_a_wide_one";
  check_numbers(narrow, "output.f64", {m32, m32, m16, m16, mb, mb});
  check_numbers(narrow, "output.f32", {1 + u32, 1, m16, m16, mb, mb});
  check_numbers(narrow, "output.f16", {1, 1, 1 + u16, 1, mb, mb});
  check_numbers(narrow, "output.bf16", {1, 1, 1, 1, 1 + ub, 1});

  check_numbers("a_log_sum_exp_exceeds_its_largest_score", "lse.f64", {1 + 0x1p-24});
  check_numbers("a_log_sum_exp_exceeds_its_largest_score", "lse.f32", {1 + 0x1p-23});
  check_numbers("a_single_score_halfway_goes_to_the_even_number", "lse.f64", {1});
  check_numbers("a_single_score_halfway_goes_to_the_even_number", "scores.f64", {1});
  check_numbers("a_log_sum_exp_of_two_halves_is_nearly_zero", "lse.f64", {2.3190468138462996154948554638754786e-17});
  check_numbers("a_difference_of_two_weights_keeps_its_bits", "output.f64", {0x1p-61});
  check_numbers("a_difference_of_two_weights_keeps_its_bits", "output.f32", {0x1p-61});
  const double d = 0x1p-1074;
  check_numbers("subnormal_values_have_their_mean", "output.f64", {2 * d, 2 * d, 4 * d, 2 * d});
  check_numbers("scores_of_2_to_the_minus_2148_break_a_tie", "output.f64", {d, 2 * d});
  const std::string ends = "values_at_the_end_of_the_formats";
  const double b = 0x1.fep127, f = 0x1.fffffep127;
  check_numbers(ends, "output.f16", {65504, 65504, inf, -inf, inf, inf, inf, inf, inf, inf, -inf});
  check_numbers(ends, "output.bf16", {65536, 65536, 65536, -65536, b, b, inf, inf, inf, inf, -inf});
  check_numbers(ends, "output.f32", {65504, 65519.9375, 65520, -65520, b, 0x1.fefffep127, 0x1.ffp127, f, f, inf, -inf});
}

/// The rounded scale gives other weights than the exact one, from the same inputs.
TEST_CASE("vectors.rounded_scale_differs") {
  const Document exact = vector_named("the_scale_is_not_rounded_first");
  const Document rounded = vector_named("the_scale_rounded_first_is_another_number");
  for (const char* name : {"q", "k", "v"})
    CHECK(same_numbers(exact.tensors.at(name).values, rounded.tensors.at(name).values));
  CHECK(!same_numbers(exact.tensors.at("weights.f64").values, rounded.tensors.at("weights.f64").values));
}
