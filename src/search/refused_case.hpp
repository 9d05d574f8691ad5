// Why a case can't be replayed, which its law is not about or the backend does not take: which key, and what it would
// have to be.
#pragma once

#include "attnref/spec.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// What a case must meet: it leaves a Spec that does as it is, and changes another one.
struct Demand {
  std::string whose;  ///< as "which law rows_sum_to_one is about"
  std::function<Spec(Spec)> meet;
};

/// One line: each key that a demand changes, what is expected and what was found, and a case that is accepted, if there
/// is one near.
std::string refusal_of(const Spec& spec, const std::vector<Demand>& demands, const std::optional<Spec>& accepted);

}  // namespace attnref
