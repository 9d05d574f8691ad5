// Looking up laws and mutants by the one name that each has.
#include "attnref/law.hpp"
#include "mutation/mutant.hpp"

#include <algorithm>

namespace attnref {

const Law* law_named(std::string_view id) {
  const auto all = laws();
  const auto found = std::find_if(all.begin(), all.end(), [id](const Law& law) { return law.id == id; });
  return found == all.end() ? nullptr : &*found;
}

const Mutant* mutant_named(std::string_view name) {
  const auto all = mutants();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Mutant& mutant) { return mutant.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace attnref
