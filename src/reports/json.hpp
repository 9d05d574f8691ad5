// The documents of --json. Their keys are a contract; the only file that includes the JSON library is json.cpp.
//
// JSON has no infinities and no NaN: a number that is one is written as the string "inf", "-inf" or "nan". A key whose
// value does not apply (the counterexample of a law that holds, the resolving power of an exact one) is there, with
// null.
#pragma once

#include "attnref/law.hpp"
#include "attnref/report.hpp"
#include "claims/claims.hpp"
#include "comparing/comparison_with_golden.hpp"
#include "mutation/kill_matrix.hpp"
#include "mutation/mutant.hpp"
#include "vectors/verify.hpp"

#include <span>
#include <string>

namespace attnref {

/// {"attnref", "backend", "seed", "counts", "laws": [...]}, indented, ended by a newline;
/// docs/schemas/report.schema.json has all keys. "exception" is the user's reason where a law is on the list of
/// exceptions. A counterexample has its case
/// ("sizes", "dtype", "regime", "scale", and "inputs": of each tensor "shape" and, row by row, "values"; null where
/// there are more than 256), how it was come by ("shrinks": steps from the first case found, "unshrunk": that case's
/// Spec, "flaky": it did not repeat), and the finding ("observed", "expected", "bound", "where", "reason", "replay").
std::string report_json(const Report& report);

/// {"attnref", "laws": [{"id", "title", "statement", "equation", "exactness", "needs"}], "claims": [{"id",
/// "statement"}]}.
std::string laws_json(std::span<const Law> laws, std::span<const Claim> claims);

/// {"attnref", "mutants": [{"name", "mistake", "named_law"}]}.
std::string mutant_list_json(std::span<const Mutant> mutants);

/// {"mutants": [{"name", "named_law", "killed_by"}], "survivors", "missed", "idle_laws", "control"}.
std::string mutants_json(const MutantMatrix& matrix);

/// {"attnref", "dtype", "profile", "outputs": {NAME: {"max_ulp", "mean_ulp", "correctly_rounded", "max_kappa",
/// "max_ratio", "where": {"row", "column", "observed", "expected", "bound"}, "judged", "undecided"}}, "explained_by",
/// "verdict"}. An output without numbers has no "where".
std::string comparison_json(const AnswerComparison& comparison);

/// {"attnref", "vectors" (how many there are), "counts": {"holds", "violated", "unsupported", "not_run", "unanswered"},
/// "answers": [{"id", "verdict", "reason", "comparison" (as comparison_json has it, or null), "shows": [{"flag",
/// "mistake", "law"}]}], "suspects": [{"flag", "mistake", "law", "violated", "answered"}], "verdict"}.
std::string verification_json(const vectors::Verification& verification);

}  // namespace attnref
