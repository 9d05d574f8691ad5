// The document of compare --json.
#pragma once

#include "comparing/comparison_with_golden.hpp"
#include "reports/json_values.hpp"

#include <string>

namespace attnref {

/// The keys of comparison_json but "attnref".
json::Json compared(const AnswerComparison& comparison);

/// {"attnref", "dtype", "profile", "outputs": {NAME: {"max_ulp", "mean_ulp", "correctly_rounded", "max_kappa",
/// "max_ratio", "where": {"row", "column", "observed", "expected", "bound"}, "judged", "undecided"}}, "explained_by",
/// "verdict"}. An output without numbers has no "where".
std::string comparison_json(const AnswerComparison& comparison);

}  // namespace attnref
