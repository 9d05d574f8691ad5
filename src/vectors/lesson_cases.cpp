// The lesson's two programs.
#include "lesson/arrays.hpp"
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

namespace attnref::vectors {
namespace {

Tensor lesson_tensor(const std::string& name) {
  const lesson::PlainMatrix matrix = lesson::array(name);
  Tensor tensor(Dtype::f64, matrix.rows, matrix.columns);
  tensor.values = matrix.values;
  return tensor;
}

Problem layer(std::size_t t) {
  const std::string prefix = fmt::format("cell1_T{}_", t);
  return asking(self_attention_problem(lesson_tensor(prefix + "X"), lesson_tensor(prefix + "Wq"),
                                       lesson_tensor(prefix + "Wk"), lesson_tensor(prefix + "Wv")),
                {Part::output, Part::weights, Part::lse, Part::scores, Part::queries, Part::keys, Part::values});
}

/// Q = K = V = X times a factor.
Problem unprojected(double factor) {
  Tensor x = lesson_tensor("cell2_X");
  for (double& value : x.values) value *= factor;
  return asking(attention_problem(x, x, x), {Part::output, Part::weights, Part::lse, Part::scores});
}

/// X by W^Q and W^K; the values are X.
Problem projected() {
  return asking(self_attention_problem(lesson_tensor("cell2_X"), lesson_tensor("cell2_Wq"), lesson_tensor("cell2_Wk"),
                                       identity(Dtype::f64, 8)),
                {Part::output, Part::weights, Part::lse, Part::scores});
}

/// Normal queries and keys; values of the identity, so that the output is the weights.
Problem saturation(std::size_t d) {
  const std::string prefix = fmt::format("cell2_sat_d{}_", d);
  return attention_problem(lesson_tensor(prefix + "Q"), lesson_tensor(prefix + "K"), identity(Dtype::f64, 6));
}

}  // namespace

std::vector<Case> lesson_cases() {
  std::vector<Case> cases;
  for (const std::size_t t : {std::size_t{6}, std::size_t{9}}) {
    cases.push_back({.id = fmt::format("the_lessons_layer_at_{}_positions", t),
                     .title = fmt::format("the lesson's first program: T = {}, d_model = 8, d_k = 4, d_v = 5", t),
                     .flags = {"lesson", "projections", "scale", "unlike_widths"},
                     .remark = "Inputs as NumPy drew them; every output and every step before it.",
                     .problem = layer(t)});
  }
  for (const int length : {1, 3}) {
    cases.push_back({.id = fmt::format("the_lessons_sentence_without_projections_at_length_{}", length),
                     .title = fmt::format("the lesson's second program: Q = K = V = X, rows of length {}", length),
                     .flags = {"lesson", "scale"},
                     .remark = "The diagonal is the largest weight of its row.",
                     .problem = unprojected(length)});
  }
  cases.push_back({.id = "the_lessons_sentence_with_projections",
                   .title = "the lesson's second program: X by W^Q and W^K, the values X itself",
                   .flags = {"lesson", "projections"},
                   .remark = "The diagonal is the largest weight of its row no longer.",
                   .problem = projected()});
  for (const std::size_t d : {std::size_t{8}, std::size_t{64}, std::size_t{512}}) {
    cases.push_back({.id = fmt::format("the_lessons_scores_divided_at_d_k_{}", d),
                     .title = fmt::format("the lesson's second program: normal Q and K of width {}, divided", d),
                     .flags = {"lesson", "scale"},
                     .remark = "Of the same sharpness at every width.",
                     .problem = saturation(d)});
    cases.push_back({.id = fmt::format("the_lessons_scores_undivided_at_d_k_{}", d),
                     .title = fmt::format("the lesson's second program: normal Q and K of width {}, undivided", d),
                     .flags = {"lesson", "explicit_scale"},
                     .remark = "The wider, the nearer the largest weight is to 1.",
                     .problem = with_scale(saturation(d), 1)});
  }
  return cases;
}

}  // namespace attnref::vectors
