// Looking up a law by the one name that it has.
#include "attnref/law.hpp"

#include <algorithm>

namespace attnref {

const Law* law_named(std::string_view id) {
  const auto all = laws();
  const auto found = std::find_if(all.begin(), all.end(), [id](const Law& law) { return law.id == id; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace attnref
