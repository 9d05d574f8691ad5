#include "generators/place.hpp"

#include "generators/draw.hpp"

#include <array>

namespace attnref {

std::vector<Place> places_in(const Spec& spec, const Problem& problem) {
  constexpr std::array<Part, 3> given{Part::q, Part::k, Part::v};
  constexpr std::array<Part, 4> projected{Part::x, Part::wq, Part::wk, Part::wv};
  Random random = stream(spec, "place");
  std::vector<Place> places(random.chance(0.5) ? 1 : 2 + random.below(3));
  for (Place& place : places) {
    const Part part = problem.projected() ? projected[random.below(4)] : given[random.below(3)];
    const Tensor& tensor = problem.at(part);
    place = {part, random.below(tensor.rows()), random.below(tensor.columns())};
  }
  return places;
}

}  // namespace attnref
