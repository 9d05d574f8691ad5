// Making a case that violates its law smaller.
#pragma once

#include "search/case_generator.hpp"
#include "search/run.hpp"
#include "search/unit.hpp"

namespace attnref {

/// The smallest case found that violates the unit's law, starting at the first, whose judgement is given.
Counterexample shrunk(Run& run, Unit& unit, const CaseGenerator& generator, const Spec& first,
                      const Judgement& judgement, Subject& subject);

}  // namespace attnref
