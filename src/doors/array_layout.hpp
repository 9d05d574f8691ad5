// Where the elements of an array lie: a stride in bytes for each axis, which may be negative, or 0 where an array
// repeats.
#pragma once

#include "attnref/problem.hpp"
#include "generators/random.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attnref {

/// A shape and where in memory its elements lie.
struct ArrayLayout {
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;  ///< bytes from an index of an axis to the next
  std::size_t first = 0;              ///< bytes from the lowest element to the one whose indices are all 0
  std::size_t bytes = 0;              ///< from the lowest element to the end of the highest; 0 where there are none
};

/// Row-major, the last axis without gaps. Rows begin `gap` elements further apart than they are long.
ArrayLayout by_rows(std::vector<std::size_t> shape, std::size_t item, std::size_t gap);

/// Axes in any order, with gaps, forwards or backwards. An axis along which the array repeats may have stride 0.
ArrayLayout scattered(std::vector<std::size_t> shape, std::size_t item, const std::vector<bool>& repeats,
                      Random& random);

/// Axis by axis, whether all its indices show the same bits.
std::vector<bool> repeats_of(const Tensor& tensor);

/// Calls visit(n, offset) for each element: its number in row-major order, and where it lies behind the lowest element.
template <class Visit>
void for_each_element(const ArrayLayout& layout, const Visit& visit) {
  std::size_t count = 1;
  for (const std::size_t size : layout.shape) count *= size;
  std::vector<std::size_t> index(layout.shape.size(), 0);
  auto offset = static_cast<std::int64_t>(layout.first);
  for (std::size_t n = 0; n < count; ++n) {
    visit(n, static_cast<std::size_t>(offset));
    for (std::size_t axis = index.size(); axis-- > 0;) {
      offset += layout.strides[axis];
      if (++index[axis] < layout.shape[axis]) break;
      offset -= layout.strides[axis] * static_cast<std::int64_t>(layout.shape[axis]);
      index[axis] = 0;
    }
  }
}

}  // namespace attnref
