#include "mutation/json_mutants.hpp"

#include "reports/json_values.hpp"

#include <utility>

namespace attnref {

using json::Json;

std::string mutant_list_json(std::span<const Mutant> mutants) {
  Json list = Json::array();
  for (const Mutant& mutant : mutants)
    list.push_back({{"name", mutant.name}, {"mistake", mutant.mistake}, {"named_law", mutant.named_law}});
  return json::text({{"attnref", ATTNREF_VERSION}, {"mutants", std::move(list)}});
}

std::string mutants_json(const MutantMatrix& matrix) {
  Json mutants = Json::array();
  for (const MutantRow& mutant : matrix.mutants) {
    mutants.push_back({{"name", mutant.name}, {"named_law", mutant.named_law}, {"killed_by", mutant.killed_by}});
  }
  return json::text({{"mutants", std::move(mutants)},
                     {"survivors", matrix.survivors},
                     {"missed", matrix.missed},
                     {"idle_laws", matrix.idle_laws},
                     {"control", matrix.control}});
}

}  // namespace attnref
