// The verb check: puts the laws to a backend and prints their verdicts.
#pragma once

#include "attnref/check.hpp"
#include "cli/backend_options.hpp"
#include "cli/check_documents.hpp"
#include "cli/console.hpp"

namespace attnref::cli {

struct CheckVerb {
  CheckOptions options;
  BackendOptions backend;
  CheckDocuments documents;
  bool verbose = false;  ///< findings while the laws are searched, then the table and every finding in full
};

/// Returns the exit code: 0, 1 or 3. Throws usage_error, problem_error or file_error for what can't be run.
int check(CheckVerb verb, Console& console);

}  // namespace attnref::cli
