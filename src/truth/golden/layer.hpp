// A head's layer, for some of its queries, exactly: queries, keys and values as dyadic numbers, the scale as it is
// defined.
#pragma once

#include "problem/heads.hpp"
#include "truth/golden/kinds.hpp"
#include "truth/golden/scale.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace attnref::gold {

/// Q = X W^Q, K = X W^K and V = X W^V without a rounding, or as given.
struct Layer {
  Head head;
  std::vector<std::size_t> rows;  ///< which queries: query i here is rows[i] of the problem
  Numbers queries;                ///< t_q x d_k, of those rows
  Numbers keys;                   ///< t_k x d_k
  Numbers values;                 ///< t_k x d_v
  DyadicMatrix keys_transposed;
  Scale scale;

  std::size_t t_q() const { return rows.size(); }
  std::size_t t_k() const { return keys.finite.rows; }
  std::size_t d_k() const { return keys.finite.columns; }
  std::size_t d_v() const { return values.finite.columns; }
  /// The kind of the score of query i and key j, after the scale.
  Kind score_kind(std::size_t i, std::size_t j) const;
  bool scores_are_finite(std::size_t i) const;
};

/// How many rows of scores are made at once, so that their integers stay within tens of megabytes.
std::size_t rows_at_once(const Layer& layer);

/// Throws problem_error where the problem contradicts itself, makes a choice that is not computed, has d_k = 0, or
/// where its exact integers would take more than `most_bytes`. Without a list of rows all queries are taken. The
/// projections' rows are shared among the threads.
Layer layer_of(const Problem& problem, std::size_t most_bytes, unsigned threads,
               const std::optional<std::vector<std::size_t>>& rows = {});

}  // namespace attnref::gold
