#include "search/unit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attnref {
namespace {

const Law& law_asked_for(const std::string& id) {
  if (const Law* law = law_named(id)) return *law;
  throw problem_error(fmt::format("law: expected an id that `attnref laws` lists, found '{}'", id));
}

std::vector<const Law*> laws_asked_for(const CheckOptions& options) {
  if (options.replay) return {&law_of(*options.replay)};
  std::vector<const Law*> asked;
  for (const std::string& id : options.laws) {
    const Law* law = &law_asked_for(id);
    if (std::find(asked.begin(), asked.end(), law) == asked.end()) asked.push_back(law);
  }
  if (!options.laws.empty()) return asked;
  for (const Law& law : laws()) asked.push_back(&law);
  return asked;
}

}  // namespace

std::vector<Unit> units_of(const CheckOptions& options, const Capabilities& capabilities) {
  const std::vector<Dtype> dtypes = options.replay ? std::vector{options.replay->dtype} : options.dtypes;
  std::vector<Unit> units;
  for (const Law* law : laws_asked_for(options)) {
    for (const Dtype dtype : dtypes) {
      if (capabilities.takes(dtype)) units.push_back({.law = law, .dtype = dtype});
    }
  }
  if (units.empty()) throw problem_error("dtype: the backend takes none of the dtypes asked for");
  return units;
}

}  // namespace attnref
