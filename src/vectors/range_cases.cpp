// The ends of the formats: underflow, subnormal numbers, overflow, and numbers of very different size together.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

namespace attnref::vectors {
namespace {

constexpr Dtype f64 = Dtype::f64, f32 = Dtype::f32;

constexpr double smallest = 0x1p-1074;

/// Scores of minus each gap, beside a score of 0, whose value is 1; the others' are 0.
Problem gaps(const std::vector<double>& below) {
  std::vector<double> scores{0};
  for (const double gap : below) scores.push_back(-gap);
  Tensor v(f64, scores.size(), 1);
  v(0, 0) = 1;
  return asking(attention_problem(matrix(f64, {{1}}), column(f64, scores), v),
                {Part::output, Part::weights, Part::lse});
}

}  // namespace

std::vector<Case> range_cases() {
  return {
      {.id = "weights_underflow_one_after_the_other_in_f16_and_bf16",
       .title = "one query, scores 0 and down to -95 in steps about where f16 and bf16 end",
       .flags = {"underflow", "subnormals"},
       .remark = "e^-17.33 and e^-92.88 are half the smallest numbers of f16 and bf16.",
       .problem = gaps({9.625, 9.75, 10,    12,   14, 16, 16.5, 17,   17.25, 17.375, 17.5,
                        18,    87,   87.25, 87.5, 88, 90, 92,   92.5, 92.75, 93,     95})},
      {.id = "weights_underflow_one_after_the_other_in_f32_and_f64",
       .title = "one query, scores 0 and down to -750 in steps about where f32 and f64 end",
       .flags = {"underflow", "subnormals"},
       .remark = "e^-103.97 and e^-745.13 are half the smallest numbers of f32 and f64.",
       .problem = gaps({86,  87.25,   87.375, 88,  100, 103,   103.25, 103.875, 104,    104.5, 707,
                        708, 708.375, 708.5,  740, 744, 744.5, 745,    745.125, 745.25, 746,   750})},
      {.id = "a_weight_below_every_format_still_moves_the_output",
       .title = "scores 0 and -800, values 0 and 2^1020",
       .flags = {by_hand, "underflow", "spread"},
       .remark = "e^-800 underflows to 0 in every format, and e^-800 2^1020 = 4.1e-41 does not.",
       .problem = attention_problem(matrix(f64, {{1}}), matrix(f64, {{0}, {-800}}),
                                    matrix(f64, {{0, 0}, {0x1p1020, -0x1p1020}}))},
      {.id = "subnormal_values_have_their_mean",
       .title = "equal scores, values of one, two, three and four times the smallest double",
       .flags = {by_hand, "subnormals", "tie_to_even"},
       .remark = "In units of 2^-1074: (1 + 2)/2 = 1.5 goes to 2, (2 + 3)/2 = 2.5 to 2, (3 + 4)/2 = 3.5 to 4, (1 + "
                 "3)/2 is 2.",
       .problem = attention_problem(matrix(f64, {{0}}), matrix(f64, {{0}, {0}}),
                                    matrix(f64, {{1 * smallest, 2 * smallest, 3 * smallest, 1 * smallest},
                                                 {2 * smallest, 3 * smallest, 4 * smallest, 3 * smallest}}))},
      {.id = "scores_of_2_to_the_minus_2148_break_a_tie",
       .title =
           "q and k of the smallest doubles: scores of +-2^-2148 above and below a mean halfway between two numbers",
       .flags = {by_hand, "subnormals", "dominance"},
       .remark = "The first key weighs a hair more than the second: of 1 and 2 times 2^-1074 the mean is a hair below "
                 "1.5 and goes to 1, "
                 "of 2 and 1 a hair above and goes to 2. The scores underflow.",
       .problem = asking(attention_problem(matrix(f64, {{smallest}}), matrix(f64, {{smallest}, {-smallest}}),
                                           matrix(f64, {{smallest, 2 * smallest}, {2 * smallest, smallest}})),
                         {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "values_at_the_end_of_the_formats",
       .title = "one key, values about the largest numbers of f16, bf16 and f32 and halfway to what would be next",
       .flags = {by_hand, "result_overflow", "single_key"},
       .remark = "65504 is f16's largest; below 65520 goes to it and 65520, halfway, to infinity. bf16 ends at 2^128 - "
                 "2^120 with its "
                 "halfway at 2^128 - 2^119, f32 at 2^128 - 2^104 with 2^128 - 2^103.",
       .problem =
           attention_problem(matrix(f64, {{1}}), matrix(f64, {{1}}),
                             matrix(f64, {{65504, 65519.9375, 65520, -65520, 0x1.fep127, 0x1.fefffep127, 0x1.ffp127,
                                           0x1.fffffep127, 0x1.fffffefffffffp127, 0x1.ffffffp127, -0x1.ffffffp127}}))},
      {.id = "scores_may_overflow_where_weights_do_not",
       .title = "float32 with q = k_0 = 2^70: the score 2^140 is beyond float32",
       .flags = {by_hand, "product_overflow", "far_key"},
       .remark = "Weights 1 and 0, output 3; score and log-sum-exp are 2^140 in f64 and infinite elsewhere.",
       .problem =
           asking(attention_problem(matrix(f32, {{0x1p70}}), matrix(f32, {{0x1p70}, {0}}), matrix(f32, {{3}, {5}})),
                  {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "numbers_of_every_size_meet_in_one_row",
       .title = "queries, keys and values from 2^-1000 to 2^1000",
       .flags = {"spread", "large_scores"},
       .remark = "",
       .problem = asking(
           attention_problem(
               matrix(f64, {{0x1p1000, 0x1p-1000}, {0x1p-1000, 0x1p1000}, {0x1p-500, 0x1p500}}),
               matrix(f64, {{0x1p-1000, 0x1p1000}, {0x1.8p-1000, 0x1p999}, {0x1p-1000, 0x1p-1000}, {0, 0x1p-500}}),
               matrix(f64, {{0x1p1000, 1}, {-0x1p1000, 0x1p-1000}, {0x1p-1000, 3}, {0x1p-1, 0x1p1000}})),
           {Part::output, Part::weights, Part::lse, Part::scores})},
  };
}

}  // namespace attnref::vectors
