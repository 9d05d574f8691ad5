// The heads of a problem: which one it is and how it attends, not its numbers. What computes attention takes one head
// and some of its queries at a time, and knows neither a batch nor other heads.
#pragma once

#include "attnref/problem.hpp"
#include "problem/visible.hpp"

#include <cstddef>
#include <vector>

namespace attnref {

/// One head of one batch entry.
struct Head {
  std::size_t batch = 0;
  std::size_t head = 0;
  std::size_t kv_head = 0;    ///< whose keys and values it reads
  std::ptrdiff_t offset = 0;  ///< query i stands beside key i + offset
  How how;
  Visible visible;
};

/// The heads of all batch entries, one after the other. Today there is one: that of a problem that is computed.
std::vector<Head> heads_of(const Problem& problem);

/// The head of a problem that has one.
Head only_head_of(const Problem& problem);

}  // namespace attnref
