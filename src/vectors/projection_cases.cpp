// X and projections: the products are exact and rounded once, at the end.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

namespace attnref::vectors {
namespace {

/// K_0 = (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 and K_1 = 1 + 2^-11, which round to the same float; times Q_0 = 2^24 + 2^12
/// the scores differ by about 1.
Problem keys_a_rounding_apart() {
  constexpr Dtype f32 = Dtype::f32;
  return asking(
      self_attention_problem(matrix(f32, {{1 + 0x1p-12, 0}, {0, 1 + 0x1p-11}}), matrix(f32, {{0x1p24}, {0x1p24}}),
                             matrix(f32, {{1 + 0x1p-12}, {1}}), matrix(f32, {{1}, {0}})),
      {Part::output, Part::weights, Part::keys, Part::values});
}

/// V = +-2^1400 overflows in every format, and its mean is 0.
Problem values_beyond_every_format() {
  constexpr Dtype f64 = Dtype::f64;
  return asking(self_attention_problem(matrix(f64, {{0x1p700, 0x1p700}, {-0x1p700, 0x1p700}}), Tensor(f64, 2, 1),
                                       Tensor(f64, 2, 1), matrix(f64, {{0x1p700, 0}, {0, 0x1p700}})),
                {Part::output, Part::weights, Part::values});
}

}  // namespace

std::vector<Case> projection_cases() {
  std::vector<Case> cases;
  for (const Format& format : formats) {
    const std::string id = fmt::format("projections_are_exact_in_{}", format.name);
    cases.push_back(
        {.id = id,
         .title = fmt::format("X and three projections in {}, every step published", format.name),
         .flags = {"projections", "rounded_projections", "unlike_widths"},
         .remark = "",
         .problem =
             asking(drawn_self_attention(format.dtype, id, {.t_q = 9, .d_model = 6, .d_k = 4, .d_v = 5}, 0),
                    {Part::output, Part::weights, Part::lse, Part::scores, Part::queries, Part::keys, Part::values})});
  }
  const std::string peaked = "peaked_scores_of_projections";
  cases.push_back(
      {.id = peaked,
       .title = "X and projections in bf16 with scores of deviation about 300: nearly one-hot rows",
       .flags = {"rounded_projections", "dominance", "double_rounding"},
       .remark = "A row that is one-hot to every bit has a value of V for its output, rounded once from its exact "
                 "projection; where that lies halfway between two numbers the far keys decide.",
       .problem = asking(drawn_self_attention(Dtype::bf16, peaked, {.t_q = 24, .d_model = 12, .d_k = 4, .d_v = 6}, 3),
                         {Part::output, Part::weights, Part::lse})});
  cases.push_back(
      {.id = "wide_projections_keep_every_bit",
       .title = "d_model = 96 in bf16, projected to d_k = 16 and d_v = 8",
       .flags = {"rounded_projections", "projections"},
       .remark = "",
       .problem = asking(drawn_self_attention(Dtype::bf16, "wide_projections_keep_every_bit",
                                              {.t_q = 10, .d_model = 96, .d_k = 16, .d_v = 8}, -2),
                         {Part::output, Part::weights, Part::lse, Part::queries, Part::keys, Part::values})});
  cases.push_back(
      {.id = "two_keys_a_rounding_apart_differ",
       .title = "keys 1 + 2^-11 + 2^-24 and 1 + 2^-11, which no float tells apart, against a query of 2^24",
       .flags = {by_hand, "rounded_projections", "cancellation"},
       .remark =
           "Row 0: scores differ by 2^-24 (2^24 + 2^12) = 1 + 2^-12, so its weights are near 0.731106 and 0.268894; "
           "from rounded keys they are a half each. Row 1: 1 + 2^-11.",
       .problem = keys_a_rounding_apart()});
  cases.push_back(
      {.id = "values_may_overflow_where_their_mean_does_not",
       .title = "X = W^V = 2^700: values of +-2^1400, infinite in every format",
       .flags = {by_hand, "rounded_projections", "result_overflow"},
       .remark =
           "All scores are 0. Column 0 is the mean of 2^1400 and -2^1400, 0; from rounded values NaN. Column 1 is "
           "2^1400, infinite when it is rounded.",
       .problem = values_beyond_every_format()});
  return cases;
}

}  // namespace attnref::vectors
