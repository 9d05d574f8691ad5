// One number among a problem's inputs, for laws that put a NaN or an infinity there.
#pragma once

#include "attnref/law.hpp"

#include <cstddef>
#include <string_view>

namespace attnref {

struct Place {
  std::string_view tensor;  ///< q, k or v; or x, wq, wk or wv
  std::size_t row = 0;
  std::size_t column = 0;
};

/// A place chosen by the Spec's seed; each input is as likely as another. Needs every size to be at least 1.
Place place_in(const Spec& spec, const Problem& problem);

}  // namespace attnref
