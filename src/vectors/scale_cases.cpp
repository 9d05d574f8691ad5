// The scale: exactly 1/sqrt(d_k) unless a number is given, and then that number.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

namespace attnref::vectors {
namespace {

Problem small(std::string_view stream, std::size_t d_k = 4, int magnitude = 1) {
  return asking(drawn_attention(Dtype::f64, stream, {.t_q = 5, .t_k = 6, .d_k = d_k, .d_v = 3}, magnitude),
                {Part::output, Part::weights, Part::lse, Part::scores});
}

/// The double nearest to 1/sqrt(32).
constexpr double root_32_rounded = 0x1.6a09e667f3bcdp-3;

}  // namespace

std::vector<Case> scale_cases() {
  // The same inputs twice: one stream.
  const std::string_view root_32 = "the_scale_is_not_rounded_first";
  std::vector<Case> cases{
      {.id = "a_scale_of_zero_is_not_an_absent_one",
       .title = "scale 0: every score is 0",
       .flags = {by_hand, "zero_scale", "equal_scores"},
       .remark = "Weights of a half each whatever q and k are, output (1 + 4)/2 = 2.5, log-sum-exp ln 2.",
       .problem = asking(with_scale(attention_problem(matrix(Dtype::f32, {{3}}), matrix(Dtype::f32, {{5}, {-7}}),
                                                      matrix(Dtype::f32, {{1}, {4}})),
                                    0),
                         {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "a_negative_scale_prefers_the_opposite",
       .title = "scale -1: scores -1 and 0",
       .flags = {by_hand, "negative_scale"},
       .remark = "Weights 1/(1 + e) = 0.268941421 and 0.731058579.",
       .problem = asking(with_scale(attention_problem(matrix(Dtype::f64, {{1}}), matrix(Dtype::f64, {{1}, {0}}),
                                                      matrix(Dtype::f64, {{1}, {0}})),
                                    -1),
                         {Part::output, Part::weights, Part::lse, Part::scores})},
      {.id = "a_scale_of_one_leaves_the_scores",
       .title = "scale 1 at d_k = 4, where the default is a half",
       .flags = {"explicit_scale"},
       .remark = "",
       .problem = with_scale(small("a_scale_of_one_leaves_the_scores"), 1)},
      {.id = "a_scale_of_a_tenth_keeps_its_bits",
       .title = "scale 0.1 as a double, of which a float keeps half",
       .flags = {"explicit_scale"},
       .remark = "",
       .problem = with_scale(small("a_scale_of_a_tenth_keeps_its_bits"), 0.1)},
      {.id = "a_large_scale_makes_one_hot_rows",
       .title = "scale 2^100",
       .flags = {"explicit_scale", "large_scores"},
       .remark = "",
       .problem = with_scale(small("a_large_scale_makes_one_hot_rows"), 0x1p100)},
      {.id = "a_tiny_scale_makes_means",
       .title = "scale 2^-200: weights apart by less than any format shows",
       .flags = {"explicit_scale", "equal_scores"},
       .remark = "",
       .problem = with_scale(small("a_tiny_scale_makes_means"), 0x1p-200)},
      {.id = std::string(root_32),
       .title = "d_k = 32, scale exactly 1/sqrt(32)",
       .flags = {"rounded_scale", "scale"},
       .remark =
           "the_scale_rounded_first_is_another_number has the same inputs and the rounded scale: its weights differ.",
       .problem = small(root_32, 32, 2)},
      {.id = "the_scale_rounded_first_is_another_number",
       .title = "d_k = 32, scale the double nearest to 1/sqrt(32)",
       .flags = {"explicit_scale"},
       .remark = "The inputs of the_scale_is_not_rounded_first, whose weights differ.",
       .problem = with_scale(small(root_32, 32, 2), root_32_rounded)},
  };
  for (const std::size_t d_k : {std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{128}}) {
    const std::string id = fmt::format("the_root_of_{}_is_irrational", d_k);
    cases.push_back({.id = id,
                     .title = fmt::format("d_k = {}, whose root no format holds", d_k),
                     .flags = {"rounded_scale", "scale"},
                     .remark = "",
                     .problem = small(id, d_k)});
  }
  return cases;
}

}  // namespace attnref::vectors
