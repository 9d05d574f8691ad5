#include "generators/place.hpp"

#include "generators/draw.hpp"

#include <array>

namespace attnref {

Place place_in(const Spec& spec, const Problem& problem) {
  constexpr std::array<std::string_view, 3> given{"q", "k", "v"};
  constexpr std::array<std::string_view, 4> projected{"x", "wq", "wk", "wv"};
  Random random = stream(spec, "place");
  const std::string_view name = problem.projected() ? projected[random.below(4)] : given[random.below(3)];
  const Tensor& tensor = problem.at(name);
  return {name, random.below(tensor.rows()), random.below(tensor.columns())};
}

}  // namespace attnref
