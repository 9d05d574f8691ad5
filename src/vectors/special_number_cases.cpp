// NaN and infinities: each reaches what depends on it, and nothing else.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <limits>

namespace attnref::vectors {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Place {
  Part part;
  std::size_t row, column;
  double value;
};

Problem with(std::string_view stream, std::initializer_list<Place> places) {
  Problem problem = drawn_attention(Dtype::f32, stream, {.t_q = 3, .t_k = 4, .d_k = 2, .d_v = 3}, 1);
  for (const Place& place : places) problem.at(place.part)(place.row, place.column) = place.value;
  return asking(problem, {Part::output, Part::weights, Part::lse, Part::scores});
}

}  // namespace

std::vector<Case> special_number_cases() {
  std::vector<Case> cases;
  const auto add = [&](std::string_view id, std::string_view title, std::string_view flag, std::string_view remark,
                       std::initializer_list<Place> places) {
    cases.push_back({.id = std::string(id),
                     .title = std::string(title),
                     .flags = {flag},
                     .remark = std::string(remark),
                     .problem = with(id, places)});
  };
  add("a_nan_in_a_query_reaches_its_row", "q_1 has a NaN", "nan", "Row 1 is NaN, rows 0 and 2 are not.",
      {{Part::q, 1, 0, nan}});
  add("a_nan_in_a_key_reaches_every_row", "k_2 has a NaN", "nan",
      "Each row has a score of NaN, and so is NaN throughout.", {{Part::k, 2, 1, nan}});
  add("a_nan_in_a_value_reaches_its_column", "v_3 has a NaN in column 1", "nan",
      "Column 1 of the output is NaN; the weights and the other columns are not.", {{Part::v, 3, 1, nan}});
  add("an_infinite_score_makes_its_row_nan", "q_0 = (inf, 1) and keys of both signs", "infinity",
      "Row 0 has a score of +inf, whose weight would be inf/inf.",
      {{Part::q, 0, 0, inf},
       {Part::q, 0, 1, 1},
       {Part::k, 0, 0, 1},
       {Part::k, 1, 0, -1},
       {Part::k, 2, 0, 1},
       {Part::k, 3, 0, 2}});
  add("a_key_scored_minus_infinity_has_weight_zero", "k_1 = (-inf, 1) and positive queries", "infinity",
      "Key 1 scores -inf in each row, and the other keys share the weight.",
      {{Part::k, 1, 0, -inf}, {Part::k, 1, 1, 1}, {Part::q, 0, 0, 1}, {Part::q, 1, 0, 2}, {Part::q, 2, 0, 0.5}});
  add("a_row_of_minus_infinity_is_nan", "q_2 = (-inf, 0) and positive keys", "infinity",
      "All scores of row 2 are -inf by arithmetic; it is not an empty row, and so is NaN.",
      {{Part::q, 2, 0, -inf},
       {Part::q, 2, 1, 1},
       {Part::k, 0, 0, 1},
       {Part::k, 1, 0, 2},
       {Part::k, 2, 0, 3},
       {Part::k, 3, 0, 0.5}});
  add("an_infinite_value_reaches_its_column", "v_0 is inf in column 0, and v_1 is -inf in column 2 with inf in v_2",
      "infinity", "Column 0 is inf, column 2 is inf - inf = NaN, column 1 is finite.",
      {{Part::v, 0, 0, inf}, {Part::v, 1, 2, -inf}, {Part::v, 2, 2, inf}});
  return cases;
}

}  // namespace attnref::vectors
