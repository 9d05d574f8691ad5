// Where a score comes from: the products whose sum, divided, it is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lesson/plain_attention.hpp"

namespace attnref::lesson {

/// The product of query and key along one axis c of d_k, with the coordinates of both words that make them.
struct AxisTerm {
  std::vector<std::size_t> asking;    ///< rows r with x_ir W^Q_rc not 0
  std::vector<std::size_t> offering;  ///< rows r with x_jr W^K_rc not 0
  double query = 0;                   ///< q_ic
  double key = 0;                     ///< k_jc
};

/// The d_k terms of score (i, j) with projections.
std::vector<AxisTerm> axis_terms(const PlainMatrix& x, const PlainMatrix& wq, const PlainMatrix& wk,
                                 const PlainAttention& attention, std::size_t i, std::size_t j);

/// What one block of the embedding adds to x_i . x_j.
struct BlockTerm {
  std::string name;  ///< "part of speech", "number", "word" or "position"
  double product = 0;
};

/// The four terms of score (i, j) without projections.
std::vector<BlockTerm> block_terms(const PlainMatrix& x, std::size_t i, std::size_t j);

}  // namespace attnref::lesson
