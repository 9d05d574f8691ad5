#include "doors/fenced_array.hpp"

#include "files/float_bits.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace attnref {
namespace {

constexpr std::size_t fence_bytes = 1024;
constexpr std::size_t alignment = 64;
constexpr unsigned char fence = 0xA5;

/// A quiet NaN that arithmetic doesn't make, in each format.
std::uint64_t filling(Dtype dtype) {
  constexpr std::array<std::uint64_t, 4> bits{0x7ff8a77e7ef0a5a5, 0x7fda77e7, 0x7ea5, 0x7fda};
  return bits[static_cast<std::size_t>(dtype)];
}

std::string element(std::size_t rank, std::size_t row, std::size_t column) {
  return rank == 2 ? fmt::format("[{}, {}]", row, column) : fmt::format("[{}]", column);
}

}  // namespace

FencedArray::FencedArray(const Tensor& tensor, std::size_t gap, Memory memory)
    : dtype_(tensor.dtype), shape_(tensor.shape), item_(bytes_of(tensor.dtype)), bytes_(std::move(memory)) {
  allocate(gap);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) put(i, j, to_bits(dtype_, tensor.values[i * columns() + j]).value());
  }
  at_first_ = bytes_;
}

FencedArray::FencedArray(Dtype dtype, std::vector<std::size_t> shape, std::size_t gap, Memory memory)
    : dtype_(dtype), shape_(std::move(shape)), item_(bytes_of(dtype)), bytes_(std::move(memory)) {
  allocate(gap);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) put(i, j, filling(dtype_));
  }
  at_first_ = bytes_;
}

void FencedArray::allocate(std::size_t gap) {
  stride_ = columns() + gap;
  bytes_.assign(2 * fence_bytes + alignment + rows() * stride_ * item_, fence);
  const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data()) + fence_bytes;
  begin_ = fence_bytes + (alignment - address % alignment) % alignment;
}

std::uint64_t FencedArray::bits_at(std::size_t row, std::size_t column) const {
  std::uint64_t bits = 0;
  for (std::size_t b = item_; b-- > 0;) bits = (bits << 8) | bytes_[offset(row, column) + b];
  return bits;
}

void FencedArray::put(std::size_t row, std::size_t column, std::uint64_t bits) {
  for (std::size_t b = 0; b < item_; ++b) bytes_[offset(row, column) + b] = static_cast<unsigned char>(bits >> (8 * b));
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

std::optional<std::string> FencedArray::broken_fence() const {
  const auto broken = [this](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
    for (std::size_t at = begin; at < end; ++at) {
      if (bytes_[at] != fence) return at;
    }
    return std::nullopt;
  };
  const std::size_t end = begin_ + rows() * stride_ * item_;
  if (const auto at = broken(0, begin_)) return fmt::format("{} bytes before its first element", begin_ - *at);
  for (std::size_t i = 0; i < rows(); ++i) {
    if (!broken(offset(i, columns()), offset(i, stride_))) continue;
    return fmt::format("behind the {} elements of its row {}: rows begin strides[0] = {} apart", columns(), i, stride_);
  }
  if (const auto at = broken(end, bytes_.size())) return fmt::format("{} bytes beyond its end", *at - end);
  return std::nullopt;
}

std::optional<std::string> FencedArray::changed_element() const {
  if (std::memcmp(bytes_.data(), at_first_.data(), bytes_.size()) == 0) return std::nullopt;
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) {
      if (std::memcmp(bytes_.data() + offset(i, j), at_first_.data() + offset(i, j), item_) != 0) {
        return element(shape_.size(), i, j);
      }
    }
  }
  return std::nullopt;
}

std::size_t FencedArray::untouched() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t j = 0; j < columns(); ++j) count += bits_at(i, j) == filling(dtype_) ? 1 : 0;
  }
  return count;
}

}  // namespace attnref
