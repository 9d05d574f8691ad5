#include "generators/place.hpp"

#include "generators/draw.hpp"

#include <array>

namespace attnref {

std::vector<Place> places_in(const Spec& spec, const Problem& problem) {
  constexpr std::array<std::string_view, 3> given{"q", "k", "v"};
  constexpr std::array<std::string_view, 4> projected{"x", "wq", "wk", "wv"};
  Random random = stream(spec, "place");
  std::vector<Place> places(random.chance(0.5) ? 1 : 2 + random.below(3));
  for (Place& place : places) {
    const std::string_view name = problem.projected() ? projected[random.below(4)] : given[random.below(3)];
    const Tensor& tensor = problem.at(name);
    place = {name, random.below(tensor.rows()), random.below(tensor.columns())};
  }
  return places;
}

}  // namespace attnref
