// Looking up a mutant by the one name that it has.
#include "mutation/mutant.hpp"

#include <algorithm>

namespace attnref {

const Mutant* mutant_named(std::string_view name) {
  const auto all = mutants();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Mutant& mutant) { return mutant.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace attnref
