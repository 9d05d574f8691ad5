// The matrix of mutants and laws, for people.
#pragma once

#include "mutants/matrix.hpp"
#include "reports/heat_map.hpp"

#include <string>

namespace attnref {

/// A row a mutant, a column a law, a mark where the law kills the mutant ('#' where it is the law that must); the laws'
/// names below by number; what is wrong, if anything; and the sum in one line at the end.
std::string mutants_text(const MutantMatrix& matrix, const HeatMapStyle& style);

}  // namespace attnref
