// Some queries of a problem, as a list of rows, and what is cut down to them.
#pragma once

#include "attnref/problem.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace attnref {

/// Queries by number, in any order.
using Rows = std::span<const std::size_t>;

/// 0, 1, ..., n - 1.
std::vector<std::size_t> every_row(std::size_t n);

/// Throws problem_error, which begins with `where`, for a row that the problem has not.
void require_rows(std::string_view where, const Problem& problem, Rows rows);

/// True for a part that has a row for each query at rank 2: the output, the queries, but not the keys.
bool has_row_for_each_query(Part part);

/// These rows of a tensor, in the list's order.
Tensor rows_of(const Tensor& tensor, Rows rows);

}  // namespace attnref
