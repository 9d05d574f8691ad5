// Values on or beside the boundary between two numbers: what is hard to round correctly.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

namespace attnref::vectors {
namespace {

constexpr Dtype f64 = Dtype::f64;

/// Units in the last place of 1: of double, float, half and bfloat.
constexpr double ulp64 = 0x1p-52, ulp32 = 0x1p-23, ulp16 = 0x1p-10, ulpb16 = 0x1p-7;

/// Of two neighbours each the mean lies halfway; the even one is the lower in the first row of columns, the upper in
/// the second.
Problem means_on_midpoints() {
  Tensor v(f64, 2, 9);
  std::size_t c = 0;
  for (const double ulp : {ulp64, ulp32, ulp16, ulpb16}) {
    v(0, c) = 1;
    v(1, c++) = 1 + ulp;
    v(0, c) = -1 - ulp;
    v(1, c++) = -1 - 2 * ulp;
  }
  v(0, c) = 1;
  v(1, c) = -1;
  return attention_problem(matrix(f64, {{0}}), matrix(f64, {{0}, {0}}), v);
}

/// Two keys of score 2^1000 whose mean is a midpoint, and one of score 0 that lies above it, below it or on it.
Problem ties_broken_far_below() {
  Tensor v(f64, 3, 12);
  std::size_t c = 0;
  for (const double ulp : {ulp64, ulp32, ulp16, ulpb16}) {
    for (const double last : {2.0, 0.0}) {
      v(0, c) = 1;
      v(1, c) = 1 + ulp;
      v(2, c++) = last;
    }
  }
  // Zero, from above and from below; a true tie and a cancelled sum.
  v(2, c++) = 1;
  v(2, c++) = -1;
  v(0, c) = v(2, c) = 1 + ulp32 / 2, v(1, c++) = 1 + ulp32 / 2;
  v(0, c) = 1, v(1, c) = -1;
  return attention_problem(matrix(f64, {{0x1p500}}), matrix(f64, {{0x1p500}, {0x1p500}, {0}}), v);
}

/// One-hot but for e^-60, beside values on midpoints of the narrow formats.
Problem midpoints_missed_by_little() {
  const double m32 = 1 + ulp32 / 2, m16 = 1 + ulp16 / 2, mb16 = 1 + ulpb16 / 2;
  return attention_problem(matrix(f64, {{1}}), matrix(f64, {{0}, {-60}}),
                           matrix(f64, {{m32, m32, m16, m16, mb16, mb16}, {2, 0, 2, 0, 2, 0}}));
}

Problem log_sum_exp_only(std::initializer_list<std::initializer_list<double>> keys) {
  const Tensor k = matrix(f64, keys);
  return asking(attention_problem(matrix(f64, {{1}}), k, filled(f64, k.rows(), 1, 1)), {Part::weights, Part::lse});
}

/// d_k = 9: the only score is 3 (1 + 2^-53) / 3, halfway between two doubles.
Problem score_on_a_midpoint() {
  Tensor q(f64, 1, 9), k(f64, 1, 9);
  q(0, 0) = q(0, 1) = 1;
  k(0, 0) = 3;
  k(0, 1) = 0x1.8p-52;
  return asking(attention_problem(q, k, matrix(f64, {{1}})), {Part::output, Part::lse, Part::scores});
}

}  // namespace

std::vector<Case> rounding_cases() {
  return {
      {.id = "a_mean_halfway_goes_to_the_even_number",
       .title = "means of two neighbours, in each of the formats, of either parity",
       .flags = {by_hand, "tie_to_even"},
       .remark = "(1 + 1 + u)/2 = 1 + u/2 goes to 1, and -(1 + u + 1 + 2u)/2 = -(1 + 3u/2) to -(1 + 2u), where u is a "
                 "format's unit: "
                 "double, float, half and bfloat by pairs of columns. The last column is an exact 0.",
       .problem = asking(means_on_midpoints(), {Part::output, Part::weights, Part::lse})},
      {.id = "a_key_2_to_the_1000_below_breaks_the_tie",
       .title = "a mean halfway between two numbers, and a key of score 2^1000 less beside it",
       .flags = {by_hand, "dominance", "tie_to_even"},
       .remark = "1 + u/2 and a hair more goes up to 1 + u where the far value is 2, a hair less down to 1 where it is "
                 "0; the hair is "
                 "e^(-2^1000). Then +0, -0, a true tie and an exact 0.",
       .problem = asking(ties_broken_far_below(), {Part::output, Part::weights})},
      {.id = "a_narrow_format_is_not_rounded_from_a_wide_one",
       .title = "values halfway in f32, f16 and bf16, moved by e^-60, which f64 does not see",
       .flags = {by_hand, "double_rounding"},
       .remark = "In f64 each output is the midpoint itself. In the midpoint's own format it goes up where the other "
                 "value is 2 and "
                 "down where it is 0; rounded from f64 it would go to even, down, in both.",
       .problem = midpoints_missed_by_little()},
      {.id = "a_log_sum_exp_exceeds_its_largest_score",
       .title = "the largest score is halfway between two floats, the other 2^1000 below",
       .flags = {by_hand, "dominance", "log_sum_exp"},
       .remark = "log-sum-exp > 1 + 2^-24, so in f32 it is 1 + 2^-23; in f64 1 + 2^-24; else 1.",
       .problem = log_sum_exp_only({{1 + 0x1p-24}, {-0x1p1000}})},
      {.id = "a_single_score_halfway_goes_to_the_even_number",
       .title = "d_k = 9 and q.k = 3 + 3 2^-53: the score is 1 + 2^-53",
       .flags = {by_hand, "tie_to_even", "single_key"},
       .remark = "Score and log-sum-exp are 1 + 2^-53, halfway between two doubles: 1.",
       .problem = score_on_a_midpoint()},
      {.id = "a_log_sum_exp_of_two_halves_is_nearly_zero",
       .title = "two scores of the double nearest to -ln 2",
       .flags = {by_hand, "log_sum_exp_near_zero", "log_sum_exp"},
       .remark = "ln 2 minus the double nearest to it: 2.3190468138e-17. A sum of exponentials is 1 in double and its "
                 "logarithm 0.",
       .problem = log_sum_exp_only({{-0x1.62e42fefa39efp-1}, {-0x1.62e42fefa39efp-1}})},
      {.id = "a_log_sum_exp_of_two_thirds_and_a_third_is_nearly_zero",
       .title = "scores of the doubles nearest to ln 1/3 and ln 2/3",
       .flags = {"log_sum_exp_near_zero", "log_sum_exp"},
       .remark = "",
       .problem = log_sum_exp_only({{-0x1.193ea7aad030bp+0}, {-0x1.9f323ecbf984cp-2}})},
      {.id = "a_score_of_1_hides_between_large_products",
       .title = "q.k = 2^1000 + 1 - 2^1000",
       .flags = {by_hand, "cancellation"},
       .remark = "The scores are 1 (the scale is 1) and 0: weights 0.731058579 and 0.268941421. Summed in order in f64 "
                 "the first "
                 "is 0.",
       .problem = asking(
           with_scale(attention_problem(matrix(f64, {{0x1p600, 1, -0x1p600}}),
                                        matrix(f64, {{0x1p400, 1, 0x1p400}, {0, 0, 0}}), matrix(f64, {{1}, {0}})),
                      1),
           {Part::output, Part::weights, Part::scores})},
      {.id = "a_difference_of_two_weights_keeps_its_bits",
       .title = "values 1 and -1, scores 2^-60 and 0",
       .flags = {by_hand, "cancellation"},
       .remark = "The output is tanh(2^-61) = 2^-61 (1 - 2^-122/3): below 2^-61, to which it rounds. Both weights "
                 "round to a half "
                 "in f64, and their difference to 0.",
       .problem = attention_problem(matrix(f64, {{0x1p-60}}), matrix(f64, {{1}, {0}}), matrix(f64, {{1}, {-1}}))},
      {.id = "weights_of_a_third_a_tenth_and_others_are_rounded_once",
       .title = "ten keys of three scores, each several times",
       .flags = {"equal_scores", "duplicated_keys"},
       .remark = "",
       .problem = asking(attention_problem(matrix(f64, {{0}, {1}, {0x1p-30}}),
                                           matrix(f64, {{0}, {0}, {0}, {1}, {1}, {1}, {2}, {2}, {2}, {2}}),
                                           drawn(f64, "weights_of_a_third/v", 10, 3, full_precision(f64, 1))),
                         {Part::output, Part::weights, Part::lse})},
  };
}

}  // namespace attnref::vectors
