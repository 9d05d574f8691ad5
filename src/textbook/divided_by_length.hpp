// A score divided by the length of one of its vectors: half a cosine, which two mutants take for the scores.
#pragma once

#include <cmath>

namespace attnref {

/// `score` over the length of the vector whose square is given; 0 for a vector of zeros.
template <class S>
S divided_by_length(S score, S square) {
  const S length = std::sqrt(square);
  return length > 0 ? score / length : 0;
}

}  // namespace attnref
