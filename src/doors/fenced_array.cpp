#include "doors/fenced_array.hpp"

#include "files/float_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace attnref {
namespace {

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

std::string element(std::size_t rank, std::size_t row, std::size_t column) {
  return rank == 2 ? fmt::format("[{}, {}]", row, column) : fmt::format("[{}]", column);
}

}  // namespace

FencedArray::FencedArray(const Tensor& tensor, std::size_t gap, Filling guards, Memory memory)
    : dtype_(tensor.dtype), shape_(tensor.shape), item_(bytes_of(tensor.dtype)), bytes_(std::move(memory)) {
  allocate(gap, guards);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j)
      put(offset(i, j), to_bits(dtype_, tensor.values[i * columns() + j]).value());
  }
  at_first_ = bytes_;
}

FencedArray::FencedArray(Dtype dtype, std::vector<std::size_t> shape, std::size_t gap, Filling guards, Filling elements,
                         Memory memory)
    : dtype_(dtype), shape_(std::move(shape)), item_(bytes_of(dtype)), bytes_(std::move(memory)) {
  allocate(gap, guards);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j)
      put(offset(i, j), filling_at(i * columns() + j, dtype_, elements, false));
  }
  at_first_ = bytes_;
}

void FencedArray::allocate(std::size_t gap, Filling guards) {
  stride_ = columns() + gap;
  bytes_.resize(2 * fence_bytes + alignment + rows() * stride_ * item_);
  const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data()) + fence_bytes;
  begin_ = fence_bytes + (alignment - address % alignment) % alignment;
  // Whole elements from the last boundary before the memory's begin; what is left at its ends is less than one.
  const std::size_t first = begin_ % item_;
  std::fill(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(first), 0xFF);
  std::size_t n = 0, at = first;
  for (; at + item_ <= bytes_.size(); at += item_) put(at, filling_at(n++, dtype_, guards, true));
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes_.end(), 0xFF);
}

std::uint64_t FencedArray::bits_at(std::size_t row, std::size_t column) const {
  std::uint64_t bits = 0;
  for (std::size_t b = item_; b-- > 0;) bits = (bits << 8) | bytes_[offset(row, column) + b];
  return bits;
}

void FencedArray::put(std::size_t offset, std::uint64_t bits) {
  for (std::size_t b = 0; b < item_; ++b) bytes_[offset + b] = static_cast<unsigned char>(bits >> (8 * b));
}

attnref_tensor FencedArray::view() {
  attnref_tensor view{};
  view.data = bytes_.data() + begin_;
  view.dtype = static_cast<int32_t>(dtype_);
  view.rank = static_cast<int32_t>(shape_.size());
  for (std::size_t axis = 0; axis < shape_.size(); ++axis) view.shape[axis] = static_cast<int64_t>(shape_[axis]);
  view.strides[shape_.size() - 1] = 1;
  if (shape_.size() == 2) view.strides[0] = static_cast<int64_t>(stride_);
  return view;
}

Tensor FencedArray::tensor() const {
  Tensor tensor;
  tensor.dtype = dtype_;
  tensor.shape = shape_;
  tensor.values.reserve(rows() * columns());
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) tensor.values.push_back(from_bits(dtype_, bits_at(i, j)));
  }
  return tensor;
}

std::optional<std::size_t> FencedArray::changed_byte(std::size_t begin, std::size_t end) const {
  const auto at = [](const Memory& memory, std::size_t n) { return memory.begin() + static_cast<std::ptrdiff_t>(n); };
  const auto [changed, before] = std::mismatch(at(bytes_, begin), at(bytes_, end), at(at_first_, begin));
  return changed == at(bytes_, end) ? std::nullopt : std::optional<std::size_t>(changed - bytes_.begin());
}

std::optional<std::string> FencedArray::broken_fence() const {
  const std::size_t end = begin_ + rows() * stride_ * item_;
  if (const auto at = changed_byte(0, begin_)) return fmt::format("{} bytes before its first element", begin_ - *at);
  for (std::size_t i = 0; i < rows(); ++i) {
    if (!changed_byte(offset(i, columns()), offset(i, stride_))) continue;
    return fmt::format("behind the {} elements of its row {}: rows begin strides[0] = {} apart", columns(), i, stride_);
  }
  if (const auto at = changed_byte(end, bytes_.size())) return fmt::format("{} bytes beyond its end", *at - end);
  return std::nullopt;
}

bool FencedArray::is_unchanged(std::size_t row, std::size_t column) const {
  return !changed_byte(offset(row, column), offset(row, column) + item_);
}

std::optional<std::string> FencedArray::changed_element() const {
  if (std::memcmp(bytes_.data(), at_first_.data(), bytes_.size()) == 0) return std::nullopt;
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) {
      if (!is_unchanged(i, j)) return element(shape_.size(), i, j);
    }
  }
  return std::nullopt;
}

std::vector<bool> FencedArray::unchanged() const {
  std::vector<bool> same;
  same.reserve(rows() * columns());
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) same.push_back(is_unchanged(i, j));
  }
  return same;
}

}  // namespace attnref
