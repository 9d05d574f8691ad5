#include "doors/fenced_array.hpp"

#include "files/float_bits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace attnref {
namespace {

static_assert(static_cast<int>(Dtype::f64) == ATTNREF_F64 && static_cast<int>(Dtype::f32) == ATTNREF_F32 &&
              static_cast<int>(Dtype::f16) == ATTNREF_F16 && static_cast<int>(Dtype::bf16) == ATTNREF_BF16);

constexpr std::size_t fence_bytes = 1024;
constexpr std::size_t alignment = 64;

/// A quiet NaN whose six topmost bits of payload are `mark`. Its sign is that of no NaN that x86 makes and of no byte
/// repeated 0xFF times; the lowest bits tell it from a mark that another format was widened from.
std::uint64_t marked_nan(Dtype dtype, std::uint64_t mark) {
  switch (dtype) {
    case Dtype::f64:
      return 0x7ff800000000a5a5 | mark << 45;
    case Dtype::f32:
      return 0x7fc000a5 | mark << 16;
    case Dtype::f16:
      return 0x7e05 | mark << 3;
    case Dtype::bf16:
      break;
  }
  return 0x7fc0 | mark;
}

std::uint64_t minus_zero(std::size_t bytes) { return std::uint64_t{1} << (8 * bytes - 1); }

/// The bits of element number `n` of memory that is filled. Neighbours differ, so that nothing written or copied there
/// by rows or by blocks passes for the filling; a guard byte's NaNs are none of an output's.
std::uint64_t filling_at(std::size_t n, Dtype dtype, Filling filling, bool guards) {
  if (filling == Filling::zeros) return minus_zero(bytes_of(dtype));
  constexpr std::uint64_t kinds = 4, marks = 60;
  const std::uint64_t kind = (guards ? 2 : 0) + (filling == Filling::other_nans ? 1 : 0);
  return marked_nan(dtype, 1 + (kinds * n + kind) % marks);
}

/// The indices of element number n in row-major order.
std::string indices(std::size_t n, const std::vector<std::size_t>& shape) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; n /= shape[axis]) index[axis] = n % shape[axis];
  return fmt::format("[{}]", fmt::join(index, ", "));
}

}  // namespace

FencedArray::FencedArray(const Tensor& tensor, ArrayLayout layout, Filling guards, Memory memory)
    : dtype_(tensor.dtype), layout_(std::move(layout)), item_(bytes_of(tensor.dtype)), bytes_(std::move(memory)) {
  allocate(guards);
  for_each_element(layout_, [&](std::size_t n, std::size_t offset) {
    put(begin_ + offset, to_bits(dtype_, tensor.values[n]).value());
  });
  at_first_ = bytes_;
}

FencedArray::FencedArray(Dtype dtype, ArrayLayout layout, Filling guards, Filling elements, Memory memory)
    : dtype_(dtype), layout_(std::move(layout)), item_(bytes_of(dtype)), bytes_(std::move(memory)) {
  allocate(guards);
  for_each_element(layout_, [&](std::size_t n, std::size_t offset) {
    put(begin_ + offset, filling_at(n, dtype_, elements, false));
  });
  at_first_ = bytes_;
}

void FencedArray::allocate(Filling guards) {
  bytes_.resize(2 * fence_bytes + alignment + layout_.bytes);
  const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data()) + fence_bytes;
  begin_ = fence_bytes + (alignment - address % alignment) % alignment;
  // Whole elements from the last boundary before the memory's begin; what is left at its ends is less than one.
  const std::size_t first = begin_ % item_;
  std::fill(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(first), 0xFF);
  std::size_t n = 0, at = first;
  for (; at + item_ <= bytes_.size(); at += item_) put(at, filling_at(n++, dtype_, guards, true));
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes_.end(), 0xFF);
}

std::uint64_t FencedArray::bits_at(std::size_t at) const {
  std::uint64_t bits = 0;
  for (std::size_t b = item_; b-- > 0;) bits = (bits << 8) | bytes_[at + b];
  return bits;
}

void FencedArray::put(std::size_t at, std::uint64_t bits) {
  for (std::size_t b = 0; b < item_; ++b) bytes_[at + b] = static_cast<unsigned char>(bits >> (8 * b));
}

attnref_array FencedArray::view(const char* name) {
  attnref_array view{};
  view.size = sizeof view;
  view.name = name;
  view.data = bytes_.data() + begin_ + layout_.first;
  view.dtype = static_cast<int32_t>(dtype_);
  view.rank = static_cast<int32_t>(layout_.shape.size());
  std::transform(layout_.shape.begin(), layout_.shape.end(), view.shape,
                 [](std::size_t size) { return static_cast<int64_t>(size); });
  std::copy(layout_.strides.begin(), layout_.strides.end(), view.strides);
  view.device_type = ATTNREF_CPU;
  return view;
}

Tensor FencedArray::tensor() const {
  Tensor tensor;
  tensor.dtype = dtype_;
  tensor.shape = layout_.shape;
  for_each_element(layout_, [&](std::size_t, std::size_t offset) {
    tensor.values.push_back(from_bits(dtype_, bits_at(begin_ + offset)));
  });
  return tensor;
}

std::string FencedArray::element_before(std::size_t at) const {
  std::size_t element = 0, nearest = 0;
  for_each_element(layout_, [&](std::size_t n, std::size_t offset) {
    if (begin_ + offset > at || offset < nearest) return;
    element = n;
    nearest = offset;
  });
  return indices(element, layout_.shape);
}

std::optional<std::string> FencedArray::broken_fence() const {
  if (bytes_ == at_first_) return std::nullopt;
  Memory guarded = at_first_;  // elements as they are, all else as it was
  for_each_element(layout_, [&](std::size_t, std::size_t offset) {
    std::memcpy(guarded.data() + begin_ + offset, bytes_.data() + begin_ + offset, item_);
  });
  const auto [changed, before] = std::mismatch(bytes_.begin(), bytes_.end(), guarded.begin());
  if (changed == bytes_.end()) return std::nullopt;
  const auto at = static_cast<std::size_t>(changed - bytes_.begin());
  const std::size_t end = begin_ + layout_.bytes;
  if (at < begin_) return fmt::format("{} bytes before its start", begin_ - at);
  if (at >= end) return fmt::format("{} bytes beyond its end", at - end);
  return fmt::format("between its elements, behind {}: strides are {} bytes", element_before(at),
                     fmt::join(layout_.strides, ", "));
}

bool FencedArray::is_unchanged(std::size_t at) const {
  return std::memcmp(bytes_.data() + at, at_first_.data() + at, item_) == 0;
}

std::optional<std::string> FencedArray::changed_element() const {
  if (bytes_ == at_first_) return std::nullopt;
  std::optional<std::string> found;
  for_each_element(layout_, [&](std::size_t n, std::size_t offset) {
    if (!found && !is_unchanged(begin_ + offset)) found = indices(n, layout_.shape);
  });
  return found;
}

std::vector<bool> FencedArray::unchanged() const {
  std::vector<bool> same;
  for_each_element(layout_, [&](std::size_t, std::size_t offset) { same.push_back(is_unchanged(begin_ + offset)); });
  return same;
}

}  // namespace attnref
