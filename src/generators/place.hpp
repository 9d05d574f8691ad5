// Numbers among a problem's inputs, for laws that put a NaN or an infinity there.
#pragma once

#include "attnref/spec.hpp"

#include <cstddef>
#include <vector>

namespace attnref {

struct Place {
  Part part = Part::q;  ///< q, k or v; or x, wq, wk or wv
  std::size_t row = 0;
  std::size_t column = 0;
};

/// Places chosen by the Spec's seed: half of the time one, else up to four; each input is as likely as another. Needs
/// every size to be at least 1.
std::vector<Place> places_in(const Spec& spec, const Problem& problem);

}  // namespace attnref
