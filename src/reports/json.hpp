// The documents of check --json and laws --json. The keys of all documents of --json are a contract.
//
// JSON has no infinities and no NaN: a number that is one is written as the string "inf", "-inf" or "nan". A key whose
// value does not apply (the counterexample of a law that holds, the resolving power of an exact one) is there, with
// null.
#pragma once

#include "attnref/law.hpp"
#include "attnref/report.hpp"
#include "claims/claims.hpp"

#include <span>
#include <string>

namespace attnref {

/// {"attnref", "backend", "seed", "counts", "laws": [...]}, indented, ended by a newline;
/// docs/schemas/report.schema.json has all keys. "exception" is the user's reason where a law is on the list of
/// exceptions. A counterexample has its case
/// ("sizes", "dtype", "regime", "scale", and "inputs": of each tensor "shape" and, row by row, "values"; null where
/// there are more than 256), how it was found ("shrinks": steps from the first case found, "unshrunk": that case's
/// Spec, "flaky": it did not repeat), and the finding ("observed", "expected", "bound", "where", "reason", "replay").
std::string report_json(const Report& report);

/// {"attnref", "laws": [{"id", "title", "statement", "equation", "exactness", "needs"}], "claims": [{"id",
/// "statement"}]}.
std::string laws_json(std::span<const Law> laws, std::span<const Claim> claims);

}  // namespace attnref
