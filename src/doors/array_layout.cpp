#include "doors/array_layout.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace attnref {
namespace {

/// The layout of these strides.
ArrayLayout layout_of(std::vector<std::size_t> shape, std::size_t item, std::vector<std::int64_t> strides) {
  ArrayLayout layout{std::move(shape), std::move(strides)};
  if (std::find(layout.shape.begin(), layout.shape.end(), 0) != layout.shape.end()) return layout;
  layout.bytes = item;
  for (std::size_t axis = 0; axis < layout.shape.size(); ++axis) {
    const std::size_t span = static_cast<std::size_t>(std::abs(layout.strides[axis])) * (layout.shape[axis] - 1);
    layout.bytes += span;
    if (layout.strides[axis] < 0) layout.first += span;
  }
  return layout;
}

}  // namespace

ArrayLayout by_rows(std::vector<std::size_t> shape, std::size_t item, std::size_t gap) {
  std::vector<std::int64_t> strides(shape.size());
  std::size_t step = item;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (axis + 2 == shape.size()) step += gap * item;
    strides[axis] = static_cast<std::int64_t>(step);
    step *= shape[axis];
  }
  return layout_of(std::move(shape), item, std::move(strides));
}

ArrayLayout scattered(std::vector<std::size_t> shape, std::size_t item, const std::vector<bool>& repeats,
                      Random& random) {
  constexpr std::size_t gaps = 3;
  std::vector<std::size_t> inwards(shape.size());
  std::iota(inwards.begin(), inwards.end(), 0);
  shuffle(inwards, random);
  std::vector<std::int64_t> strides(shape.size(), 0);
  std::size_t step = item;
  for (const std::size_t axis : inwards) {
    if (repeats[axis] && random.below(2) == 0) continue;
    step += item * random.below(gaps);
    strides[axis] = static_cast<std::int64_t>(step) * (random.below(2) == 0 ? 1 : -1);
    step *= shape[axis];
  }
  return layout_of(std::move(shape), item, std::move(strides));
}

std::vector<bool> repeats_of(const Tensor& tensor) {
  const auto bits = [&tensor](std::size_t n) { return std::bit_cast<std::uint64_t>(tensor.values[n]); };
  std::vector<bool> repeats(tensor.shape.size());
  std::size_t inner = 1;  // elements from an index of the axis to the next
  for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
    bool is_same = true;
    for (std::size_t n = 0; n < tensor.values.size() && is_same; ++n) {
      is_same = n / inner % tensor.shape[axis] == 0 || bits(n) == bits(n - inner);
    }
    repeats[axis] = is_same;
    inner *= tensor.shape[axis];
  }
  return repeats;
}

}  // namespace attnref
