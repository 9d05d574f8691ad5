// Judging one case.
#pragma once

#include "search/run.hpp"
#include "search/unit.hpp"

namespace attnref {

bool is_violated(const Judgement& judgement);

/// What the unit's law says of the case. Learns how long such cases take, unless the run is stopped meanwhile: programs
/// are ended then, which is no fault of theirs. Throws RunOver.
Judgement judge_case(const Run& run, Unit& unit, const Spec& spec, Subject& subject);

}  // namespace attnref
