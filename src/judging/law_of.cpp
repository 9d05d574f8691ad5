// The law that a Spec names.
#include "attnref/law.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

namespace attnref {

const Law& law_of(const Spec& spec) {
  if (const Law* law = law_named(spec.law)) return *law;
  throw problem_error(
      fmt::format("replay: law: expected an id that `attnref laws` lists, found '{}'", on_one_line(spec.law)));
}

}  // namespace attnref
