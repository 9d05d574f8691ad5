// The documents of mutants --json.
#pragma once

#include "mutation/kill_matrix.hpp"
#include "mutation/mutant.hpp"

#include <span>
#include <string>

namespace attnref {

/// {"attnref", "mutants": [{"name", "mistake", "named_law"}]}.
std::string mutant_list_json(std::span<const Mutant> mutants);

/// {"mutants": [{"name", "named_law", "killed_by"}], "survivors", "missed", "idle_laws", "control"}.
std::string mutants_json(const MutantMatrix& matrix);

}  // namespace attnref
