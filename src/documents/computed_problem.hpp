// Problem documents of what attnref computes: of masks, heads and batches there are no answers yet.
#pragma once

#include "documents/document.hpp"

#include <string>

namespace attnref {

/// The problem that the document holds. Throws file_error as problem_of does, and for a choice that attnref does not
/// compute, which it names.
Problem computed_problem_of(Document document, const std::string& source);

}  // namespace attnref
