// Where numbers of an output that are not numbers come from: nobody wrote them, or they were computed from memory that
// nobody had written. A NaN that memory was filled with survives arithmetic, so that one answer does not tell. Answers
// with other fillings do.
#pragma once

#include "attnref/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attnref {

/// What an output was like after a call.
struct Written {
  Tensor tensor;
  std::vector<bool> unchanged;  ///< element by element: it holds what it was filled with
};

/// The outputs of a call; none where the library gave no answer.
using Outputs = PerPart<Written>;

/// Answers to one problem.
struct Answers {
  Outputs first;      ///< outputs and guard bytes were NaNs
  Outputs cleared;    ///< outputs were zeros
  Outputs unguarded;  ///< guard bytes were zeros, outputs NaNs
  Outputs repeated;   ///< as at first, with NaNs of other payloads
};

/// True if an output holds what it was filled with, or has NaNs where all inputs are finite.
bool is_suspicious(const Outputs& outputs, const Problem& problem);

/// What the library did, in words; nothing where its NaNs do not depend on what memory held.
std::optional<std::string> explanation(const Answers& answers);

}  // namespace attnref
