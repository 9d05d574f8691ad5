// The tables put together.
#include "vectors/vector_case.hpp"

#include <algorithm>
#include <iterator>

namespace attnref::vectors {

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto table : {hand_cases, lesson_cases, length_cases, regime_cases, projection_cases, shape_cases,
                           scale_cases, rounding_cases, range_cases, special_number_cases}) {
    std::vector<Case> part = table();
    std::move(part.begin(), part.end(), std::back_inserter(all));
  }
  return all;
}

bool is_asked(const Case& one, Part output, Dtype format) {
  const bool is_map = output == Part::weights || output == Part::scores;
  const std::vector<Dtype>& formats = is_map ? one.map_formats : one.formats;
  return one.problem.wanted.contains(output) && std::find(formats.begin(), formats.end(), format) != formats.end();
}

}  // namespace attnref::vectors
