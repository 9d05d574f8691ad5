// The lengths at which kernels forget a tail: about every power of two up to 128, and small ones.
#include "vectors/inputs.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <array>

namespace attnref::vectors {
namespace {

std::string title_of(std::size_t t) {
  if (t == 1) return "1 query and key, by itself";
  return fmt::format("{} queries and keys, scores nearly equal, so that each key matters", t);
}

}  // namespace

std::vector<Case> length_cases() {
  constexpr std::array<std::size_t, 19> lengths{1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
  std::vector<Case> cases;
  for (const std::size_t t : lengths) {
    Case one{.id = fmt::format("every_position_counts_at_length_{}", t),
             .title = title_of(t),
             .flags = {"tail"},
             .remark = "",
             .problem = {}};
    if (t == 1) one.flags.push_back("single_key");
    const Sizes sizes{.t_q = t, .t_k = t, .d_k = 4, .d_v = 3};
    one.problem = asking(drawn_attention(Dtype::f32, one.id, sizes, -1), {Part::output, Part::weights, Part::lse});
    // A map of 129 x 129 takes 266 kB in all four formats.
    if (t > 33) one.map_formats = {Dtype::f64, Dtype::f32};
    cases.push_back(one);
  }
  return cases;
}

}  // namespace attnref::vectors
