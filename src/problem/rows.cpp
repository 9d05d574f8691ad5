#include "problem/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace attnref {

std::vector<std::size_t> every_row(std::size_t n) {
  std::vector<std::size_t> rows(n);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

void require_rows(std::string_view where, const Problem& problem, Rows rows) {
  const std::size_t t_q = problem.sizes().t_q;
  for (const std::size_t row : rows) {
    if (row < t_q) continue;
    throw problem_error(fmt::format("{}: rows: expected rows of {} queries, found {}", where, t_q, row));
  }
}

bool has_row_for_each_query(Part part) {
  const Axes& axes = info_of(part).axes;
  return std::find(axes.begin(), axes.end(), Extent::t_q) != axes.end();
}

Tensor rows_of(const Tensor& tensor, Rows rows) {
  Tensor some;
  some.dtype = tensor.dtype;
  some.shape = tensor.shape;
  some.shape.front() = rows.size();
  const auto length =
      std::accumulate(tensor.shape.begin() + 1, tensor.shape.end(), std::ptrdiff_t{1}, std::multiplies<>());
  for (const std::size_t row : rows) {
    const auto begin = tensor.values.begin() + static_cast<std::ptrdiff_t>(row) * length;
    some.values.insert(some.values.end(), begin, begin + length);
  }
  return some;
}

}  // namespace attnref
