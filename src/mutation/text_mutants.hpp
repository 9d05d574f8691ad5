// The mutants for people: a list of them, and the matrix of mutants and laws.
#pragma once

#include "mutation/kill_matrix.hpp"
#include "mutation/mutant.hpp"
#include "reports/heat_map.hpp"

#include <span>
#include <string>

namespace attnref {

/// A line a mutant: its name, its mistake, and in brackets the law that must notice it.
std::string mutant_list_text(std::span<const Mutant> mutants);

/// A row a mutant, a column a law, a mark where the law kills the mutant ('#' where it is the law that must); the laws'
/// names below by number; what is wrong, if anything; and the sum in one line at the end.
std::string mutants_text(const MutantMatrix& matrix, const HeatMapStyle& style);

}  // namespace attnref
