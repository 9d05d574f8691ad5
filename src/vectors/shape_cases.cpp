// Sizes that differ from each other, one at a time.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <string_view>

namespace attnref::vectors {

std::vector<Case> shape_cases() {
  struct Shape {
    std::string_view id, title;
    Dtype dtype;
    Sizes sizes;
    std::vector<std::string_view> flags;
  };
  constexpr Dtype f64 = Dtype::f64, f32 = Dtype::f32, f16 = Dtype::f16, bf16 = Dtype::bf16;
  const std::vector<Shape> shapes{
      {"one_query_looks_at_64_keys",
       "decoding: one query, 64 keys",
       f16,
       {.t_q = 1, .t_k = 64, .d_k = 16, .d_v = 16},
       {"unlike_lengths"}},
      {"many_queries_look_at_one_key",
       "33 queries, one key",
       f32,
       {.t_q = 33, .t_k = 1, .d_k = 4, .d_v = 4},
       {"unlike_lengths", "single_key"}},
      {"more_queries_than_keys",
       "17 queries, 5 keys",
       f64,
       {.t_q = 17, .t_k = 5, .d_k = 4, .d_v = 3},
       {"unlike_lengths"}},
      {"more_keys_than_queries",
       "5 queries, 17 keys",
       f64,
       {.t_q = 5, .t_k = 17, .d_k = 4, .d_v = 3},
       {"unlike_lengths"}},
      {"values_of_width_one", "d_k = 16, d_v = 1", f32, {.t_q = 6, .t_k = 6, .d_k = 16, .d_v = 1}, {"unlike_widths"}},
      {"values_wider_than_keys",
       "d_k = 3, d_v = 17",
       f32,
       {.t_q = 6, .t_k = 6, .d_k = 3, .d_v = 17},
       {"unlike_widths", "rounded_scale"}},
      {"keys_of_width_one",
       "d_k = 1, d_v = 2: the scale is 1",
       f64,
       {.t_q = 6, .t_k = 6, .d_k = 1, .d_v = 2},
       {"scale"}},
      {"keys_of_width_65",
       "d_k = 65, beyond a tile of 64",
       f32,
       {.t_q = 6, .t_k = 6, .d_k = 65, .d_v = 2},
       {"tail", "rounded_scale"}},
      {"a_common_head",
       "T = 32, d_k = d_v = 64, as most kernels are built for",
       bf16,
       {.t_q = 32, .t_k = 32, .d_k = 64, .d_v = 64},
       {"scale"}},
      {"no_positions", "no queries and no keys", f32, {.t_q = 0, .t_k = 0, .d_k = 4, .d_v = 3}, {"empty"}},
      {"no_keys", "three queries with nothing to attend to", f32, {.t_q = 3, .t_k = 0, .d_k = 4, .d_v = 2}, {"empty"}},
      {"no_queries", "nobody asks three keys", f32, {.t_q = 0, .t_k = 3, .d_k = 4, .d_v = 2}, {"empty"}},
  };
  std::vector<Case> cases;
  for (const Shape& shape : shapes) {
    cases.push_back({.id = std::string(shape.id),
                     .title = std::string(shape.title),
                     .flags = shape.flags,
                     .remark = shape.id == "no_keys" ? "The output is 0 and the log-sum-exp -inf." : "",
                     .problem = asking(drawn_attention(shape.dtype, shape.id, shape.sizes, 1),
                                       {Part::output, Part::weights, Part::lse})});
  }
  return cases;
}

}  // namespace attnref::vectors
