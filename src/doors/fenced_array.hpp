// An array as the C door hands it out, between fences that tell whether somebody wrote beyond it.
#pragma once

#include "attnref/abi.h"
#include "attnref/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attnref {

/// Owns the memory of one tensor: rows that may be further apart than they are long, aligned to 64 bytes, fenced
/// before, behind and between the rows.
class FencedArray {
 public:
  using Memory = std::vector<unsigned char>;

  /// Of the tensor's numbers. `gap` is what lies between two rows, in elements; `memory` is used if it is large enough.
  FencedArray(const Tensor& tensor, std::size_t gap, Memory memory = {});
  /// Of an output: NaNs with a payload of our own.
  FencedArray(Dtype dtype, std::vector<std::size_t> shape, std::size_t gap, Memory memory = {});
  /// Its memory, for another; this one is of no more use.
  Memory release() { return std::move(bytes_); }

  attnref_tensor view();
  /// Its numbers.
  Tensor tensor() const;

  /// Where it was written outside of its elements, in words; none where it wasn't.
  std::optional<std::string> broken_fence() const;
  /// The first element that differs from what it was at first.
  std::optional<std::string> changed_element() const;
  /// How many elements still are what an output is filled with.
  std::size_t untouched() const;

 private:
  std::size_t rows() const { return shape_.size() == 2 ? shape_[0] : 1; }
  std::size_t columns() const { return shape_.back(); }
  std::size_t offset(std::size_t row, std::size_t column) const { return begin_ + (row * stride_ + column) * item_; }
  std::uint64_t bits_at(std::size_t row, std::size_t column) const;
  void put(std::size_t row, std::size_t column, std::uint64_t bits);
  void allocate(std::size_t gap);

  Dtype dtype_;
  std::vector<std::size_t> shape_;
  std::size_t item_;        ///< bytes of an element
  std::size_t stride_ = 0;  ///< elements from a row to the next
  std::size_t begin_ = 0;   ///< of the first element in bytes_
  Memory bytes_;
  Memory at_first_;
};

}  // namespace attnref
