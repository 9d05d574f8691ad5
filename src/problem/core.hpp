// Which choice of a problem goes beyond the core: unmasked attention of one head, without a batch.
#pragma once

#include "attnref/problem.hpp"

#include <optional>
#include <string>

namespace attnref {

/// A choice beyond the core: where it is made, as documents name it, what the core has there, and what was found.
struct BeyondTheCore {
  std::string field;
  std::string expected;
  std::string found;
};

/// The first such choice; nothing where the problem is of the core.
std::optional<BeyondTheCore> first_choice_beyond_the_core(const Problem& problem);

}  // namespace attnref
