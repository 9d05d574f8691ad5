// Cases whose answers anybody can work out with a pencil, each the fingerprint of a mistake.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <vector>

namespace attnref::vectors {
namespace {

constexpr Dtype f64 = Dtype::f64, f32 = Dtype::f32, f16 = Dtype::f16;

/// d_model = 64, d_k = 16 and d_v = 9 all differ, q_0.k_0 = 32/2 = 16, and every other score is 0.
Problem scale_fingerprint() {
  Tensor x(f64, 2, 64), wq(f64, 64, 16), wk(f64, 64, 16), wv(f64, 64, 9);
  x(0, 0) = 1;
  wq(0, 0) = 0.5;
  wk(0, 0) = 32;
  for (std::size_t c = 0; c < 9; ++c) wv(0, c) = 1;
  return self_attention_problem(x, wq, wk, wv);
}

Problem zero_queries(Dtype dtype, const std::vector<double>& values) {
  return attention_problem(Tensor(dtype, 1, 2), filled(dtype, values.size(), 2, 1), column(dtype, values));
}

Problem overflowing_product() {
  Tensor k(f16, 2, 64);
  for (std::size_t c = 0; c < 64; ++c) k(0, c) = 32;
  return attention_problem(filled(f16, 1, 64, 32), k, matrix(f16, {{3}, {5}}));
}

}  // namespace

std::vector<Case> hand_cases() {
  return {
      {.id = "the_scale_is_one_over_the_root_of_d_k",
       .title = "q.k = 16 with d_k = 16, d_model = 64, d_v = 9: the weight names the scale",
       .flags = {by_hand, "scale", "projections"},
       .remark =
           "Row 0 scores 16/4 = 4 and 0: weights 1/(1 + e^-4) = 0.982013790 and 0.017986210. Divided by sqrt(d_model) "
           "0.880797078, by d_k or twice 0.731058579, by sqrt(d_v) 0.995195247, undivided 0.999999887, multiplied 1. "
           "With "
           "K from W^Q 0.515619916.",
       .problem = asking(scale_fingerprint(), {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "two_keys_share_by_the_logistic_function",
       .title = "two keys, scores 1 and 0",
       .flags = {by_hand, "wrong_axis"},
       .remark = "Weights 1/(1 + e^-1) = 0.731058579 and 0.268941421; the output is the first.",
       .problem = attention_problem(matrix(f64, {{1}}), matrix(f64, {{1}, {0}}), matrix(f64, {{1}, {0}}))},
      {.id = "scores_of_plus_and_minus_1000_give_a_half_each",
       .title = "equal scores of +1000 in one row and -1000 in the other",
       .flags = {by_hand, "large_scores", "equal_scores"},
       .remark =
           "Equal scores are equal weights, 1/2 each: outputs (1 + 3)/2 = 2. The log-sum-exp is +-1000 + ln 2. e^1000 "
           "overflows and e^-1000 underflows in every format.",
       .problem =
           asking(attention_problem(matrix(f32, {{1}, {-1}}), matrix(f32, {{1000}, {1000}}), matrix(f32, {{1}, {3}})),
                  {Part::output, Part::weights, Part::lse})},
      {.id = "a_product_may_overflow_before_it_is_scaled",
       .title = "float16, d_k = 64, q = k_0 = 32: q.k is 65536, beyond float16, and the score 8192 is not",
       .flags = {by_hand, "product_overflow", "scale"},
       .remark = "Scores 65536/8 = 8192 and 0: weights 1 and, below every format's range, 0; the log-sum-exp is 8192.",
       .problem = asking(overflowing_product(), {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "the_log_sum_exp_of_0_and_ln_3_is_ln_4",
       .title = "scores 0 and the double nearest to ln 3",
       .flags = {by_hand, "log_sum_exp"},
       .remark =
           "e^0 + e^(ln 3) = 4: weights near 1/4 and 3/4, log-sum-exp near ln 4 = 1.386294 (2 is the same in base 2), "
           "output near 8/4 + 4 3/4 = 5: two blocks of one key each merge to that.",
       .problem = asking(
           attention_problem(matrix(f64, {{1}}), matrix(f64, {{0}, {0x1.193ea7aad030bp+0}}), matrix(f64, {{8}, {4}})),
           {Part::output, Part::weights, Part::lse})},
      {.id = "a_mean_of_33_ones_is_1",
       .title = "33 keys and values of 1: the 33rd lies beyond a tile of 32",
       .flags = {by_hand, "constant_values", "tail"},
       .remark = "Any weights of sum 1 give 1. A tile of 64 that counts its padding gives 33/64 = 0.515625 where the "
                 "scores are 0.",
       .problem = attention_problem(matrix(f32, {{0, 0}, {1, -1}}),
                                    drawn(f32, "a_mean_of_33_ones_is_1/k", 33, 2, {3, -2}), filled(f32, 33, 1, 1))},
      {.id = "a_query_of_zero_takes_the_mean",
       .title = "q = 0 and v = 3, 6, 9",
       .flags = {by_hand, "equal_scores"},
       .remark = "All scores are 0: weights 1/3 (rounded), output (3 + 6 + 9)/3 = 6 exactly, log-sum-exp ln 3.",
       .problem = asking(zero_queries(f32, {3, 6, 9}), {Part::output, Part::weights, Part::lse})},
      {.id = "the_mean_of_eight_small_integers_is_exact",
       .title = "q = 0 and eight integers: 2^3 in the denominator",
       .flags = {by_hand, "dyadic_mean", "equal_scores"},
       .remark = "1 + 2 - 3 + 4 + 5 - 6 + 7 + 3 = 13, over 8: 1.625 in every format; each weight is 0.125.",
       .problem = zero_queries(f16, {1, 2, -3, 4, 5, -6, 7, 3})},
      {.id = "the_mean_of_four_small_integers_is_exact",
       .title = "q = 0 and four integers in bfloat16",
       .flags = {by_hand, "dyadic_mean"},
       .remark = "(1 + 2 + 4 + 8)/4 = 3.75; each weight is 0.25.",
       .problem = zero_queries(Dtype::bf16, {1, 2, 4, 8})},
      {.id = "one_49th_times_49_is_1",
       .title = "49 equal keys and values of 1, whose weight no format holds",
       .flags = {by_hand, "constant_values", "equal_scores"},
       .remark =
           "Each weight is 1/49 rounded; 49 times the double nearest to 1/49 falls short of 1, and the output is 1.",
       .problem = zero_queries(f64, std::vector<double>(49, 1))},
      {.id = "a_single_key_returns_its_value",
       .title = "one key: weight 1, whatever its score",
       .flags = {by_hand, "single_key"},
       .remark = "The output is v to the last bit; the log-sum-exp is the score 3.",
       .problem = asking(
           attention_problem(matrix(f64, {{3}}), matrix(f64, {{1}}), matrix(f64, {{0.1, -0.3, 0x1.fffffep-126}})),
           {Part::output, Part::weights, Part::lse})},
      {.id = "equal_keys_share_their_weight",
       .title = "a key and its copy beside another",
       .flags = {by_hand, "duplicated_keys"},
       .remark = "Scores 0, 0 and the double nearest to ln 2: weights near 1/4, 1/4 and 1/2; output near (4 + 8)/4 + "
                 "2/2 = 4.",
       .problem = attention_problem(matrix(f64, {{1}}), matrix(f64, {{0}, {0}, {0x1.62e42fefa39efp-1}}),
                                    matrix(f64, {{4}, {8}, {2}}))},
      {.id = "a_far_key_leaves_the_other_value_untouched",
       .title = "scores 0 and -2e5: the second weight underflows in every format",
       .flags = {by_hand, "far_key"},
       .remark = "The weights are 1 and 0 and the output is v_0 rounded: e^-200000 moves no bit.",
       .problem =
           attention_problem(matrix(f32, {{1}}), matrix(f32, {{0}, {-200000}}), matrix(f32, {{0x1.99999ap-4}, {100}}))},
      {.id = "the_softmax_runs_over_keys",
       .title = "two queries and two keys whose rows and columns of weights differ",
       .flags = {by_hand, "wrong_axis"},
       .remark = "Scores (2, 0) and (1, 0): row 0 is 1/(1 + e^-2) = 0.880797078 and the rest, row 1 is 0.731058579 and "
                 "the rest. "
                 "Over columns the second column would be a half each.",
       .problem = attention_problem(matrix(f64, {{2}, {1}}), matrix(f64, {{1}, {0}}), matrix(f64, {{1, 0}, {0, 1}}))},
  };
}

}  // namespace attnref::vectors
