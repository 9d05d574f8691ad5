// The units of a run: each law in each dtype, with what became of its cases.
#pragma once

#include "attnref/check.hpp"
#include "search/cost.hpp"
#include "search/verdict.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// One law in one dtype.
struct Unit {
  const Law* law;
  Dtype dtype;
  Count count;
  double worst_ratio = 0;
  std::vector<double> powers;
  std::size_t mostly_inconclusive = 0;  ///< cases that were judged, most of their bounds saying nothing
  Refusals refusals;                    ///< why cases were unsupported
  std::string undrawn;                  ///< why no case was asked
  bool undeclared = false;
  Pace pace;
  Sizes largest;     ///< that were judged
  std::string lost;  ///< why no more could be asked; empty where everything was
  bool read_through_values = false;
  std::optional<Counterexample> counterexample;
};

/// The laws and dtypes that the options ask for, those of a replay its Spec's.
/// Throws problem_error for an unknown law, and where the backend takes none of the dtypes.
std::vector<Unit> units_of(const CheckOptions& options, const Capabilities& capabilities);

}  // namespace attnref
